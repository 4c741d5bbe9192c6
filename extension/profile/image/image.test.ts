import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameless, openImage, parseAddress, writeAddress } from './image';
import { readMarks } from './marks';
import { indexSymbols } from './symbols';
import { type SampleFunction, SOURCE, writeDwarf, writeImage } from './testing';

const code = (address: number, ...halves: number[]) => ({
  address,
  bytes: Uint8Array.from(halves.flatMap((half) => [half & 255, half >> 8])),
});
const nops = code(0x100, ...Array.from({ length: 64 }, () => 0xbf00));

/** Functions one behind the other, each with calls inlined into calls. */
const functions = fc
  .array(fc.tuple(fc.integer({ min: 2, max: 40 }), fc.array(fc.nat(30), { maxLength: 3 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((drawn) => {
    let from = 0x100;
    return drawn.map(([half, cuts], index): SampleFunction => {
      const to = from + 2 * half;
      const made = { name: `f${index}`, line: 10 + index, from, to, inlined: nest(from, to, cuts) };
      from = to + 2 * (index % 2);
      return made;
    });
  });

function nest(from: number, to: number, [cut, ...rest]: readonly number[]): SampleFunction[] {
  if (cut === undefined) return [];
  const inner = from + 2 * Math.floor((cut * (to - from)) / 62);
  const name = `inline_${cut}`;
  return [{ name, line: cut, from: inner, to, called: 500 + cut, inlined: nest(inner, to, rest) }];
}

function listExpectedFrames(of: SampleFunction, address: number): object[] {
  const inner = (of.inlined ?? []).find(({ from, to }) => address >= from && address < to);
  const line = inner?.called ?? 1000 + address;
  const own = { function: { name: of.name, file: SOURCE }, file: SOURCE, line };
  return inner ? [...listExpectedFrames(inner, address), own] : [own];
}

describe('debug information', () => {
  test.each([4, 5] as const)(
    'of version %i names functions, inlined calls and lines',
    (version) => {
      fc.assert(
        fc.property(functions, (drawn) => {
          const image = openImage(writeImage(nops, [], writeDwarf(drawn, version)));
          for (const of of drawn)
            for (let at = of.from; at < of.to; at += 2)
              expect(image.framesAt(at)).toMatchObject(listExpectedFrames(of, at));
          const end = drawn.at(-1)?.to ?? 0;
          expect(image.framesAt(end)[0]?.function.name).toBe(nameless(end));
        }),
      );
    },
  );

  test('that is cut, damaged or random is read without an exception', () => {
    const sample = writeImage(
      nops,
      [{ name: 'f0', address: 0x100 }],
      writeDwarf(
        [
          {
            name: 'f0',
            line: 1,
            from: 0x100,
            to: 0x120,
            inlined: [{ name: 'g', line: 2, from: 0x104, to: 0x110, called: 7 }],
          },
        ],
        5,
      ),
    );
    const flips = fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(flips, fc.nat(sample.length), (changes, length) => {
        const bytes = sample.slice();
        for (const [at, value] of changes) bytes[at] = value;
        for (const damaged of [bytes, bytes.subarray(0, length)]) {
          const image = openImage(damaged);
          expect(image.framesAt(0x104).length).toBeGreaterThan(0);
          readMarks(image);
        }
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (a, b) => {
        const sections = [...writeDwarf([], 5)].map(
          ([name, bytes], index): [string, Uint8Array] => [
            name,
            index % 2 === 0 ? a : index === 1 ? bytes : b,
          ],
        );
        const image = openImage(writeImage(nops, [], new Map(sections)));
        expect(image.framesAt(0x104).length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  test('is not used for functions that the linker removed', () => {
    const removed = { name: 'removed', line: 1, from: 0, to: 0x200 };
    const linked = { name: 'linked', line: 2, from: 0x100, to: 0x110 };
    const image = openImage(writeImage(nops, [], writeDwarf([removed, linked], 5)));
    expect(image.framesAt(0x104)[0]?.function.name).toBe('linked');
    expect(image.framesAt(0x20)[0]?.function.name).toBe('0x20');
  });
});

describe('an image', () => {
  test('without debug information names functions by symbols, and reports that', () => {
    const symbols = [
      { name: 'sized', address: 0x100, size: 8 },
      { name: 'unsized', address: 0x110 },
      { name: '$t', address: 0x100 },
      { name: '$d', address: 0x120 },
    ];
    const image = openImage(writeImage(nops, symbols));
    const nameAt = (address: number) => image.framesAt(address)[0]?.function.name;
    expect([0x106, 0x108, 0x11e].map(nameAt)).toEqual(['sized', '0x108', 'unsized']);
    expect([0x11e, 0x120].map((at) => image.symbols.isData(at))).toEqual([false, true]);
    expect(image.problems.join()).toMatch(/^the image has no debug information/);
  });

  test('without symbols names them by addresses, and reports that', () => {
    const image = openImage(writeImage(nops));
    expect(image.framesAt(0x104)).toMatchObject([{ function: { name: '0x104' }, line: 0 }]);
    expect(image.problems.join('; ')).toMatch(/no debug information.*; .*no symbols/);
  });

  test('lists the handlers that its vectors lead to, up to the first other word', () => {
    const vectors = code(0, 0x1000, 0x2000, 0x101, 0, 0, 0, 0x111, 0, 0xbf00, 0xbf00, 0x121, 0);
    const symbols = [0x100, 0x110, 0x120].map((address) => ({ name: `h${address}`, address }));
    expect([...openImage(writeImage(vectors, symbols)).handlers]).toEqual([0x100, 0x110]);
  });
});

describe('marks', () => {
  test('are the loads of inlined readings, and the moves of many registers in the switch', () => {
    const instructions = code(
      0x100,
      0xbf00,
      0xf240,
      0x0304,
      0x681b,
      0x4770,
      0xe920,
      0x4ff0,
      0xe92d,
      0x4ff0,
      0xe8b0,
      0x4ff0,
      0x4770,
    );
    const reading = { name: 'cyclescope_open_window', line: 1, from: 0x102, to: 0x108, called: 3 };
    const outer = { name: 'lock_sample', line: 2, from: 0x100, to: 0x10a, inlined: [reading] };
    const symbols = [
      { name: 'lock_sample', address: 0x100, size: 10 },
      { name: 'PendSV_Handler', address: 0x10a, size: 14 },
    ];
    const bytes = writeImage(instructions, symbols, writeDwarf([outer], 5));
    expect(readMarks(openImage(bytes))).toEqual({
      readings: [{ kind: 'open', load: 0x106, function: 'lock_sample', ranges: [[0x102, 0x108]] }],
      saves: [0x10a],
      restores: [0x112],
      problems: [],
    });
  });

  test('are missing with a reason', () => {
    expect(readMarks(openImage(new Uint8Array(3)))).toMatchObject({
      readings: [],
      problems: [/3 bytes/, /no readings/].map((text) => expect.stringMatching(text)),
    });
  });
});

test.each([
  ['mmioset', 'memset'],
  ['__memcpy', 'memcpy'],
  ['local_name', 'a_global_name', false],
])('%s is an alias of %s', (alias, name, isGlobal = true) => {
  const symbol = { address: 16, size: 4 };
  const symbols = indexSymbols(
    [
      { ...symbol, name: alias, isGlobal },
      { ...symbol, name, isGlobal: true },
    ],
    [],
  );
  expect(symbols.at(18)?.name).toBe(name);
});

test('addresses of both ends of 64 bits are exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 52n }), fc.boolean(), (offset, isKernel) => {
      const text = (isKernel ? 2n ** 64n - 1n - offset : offset).toString(16);
      const address = parseAddress(text);
      expect(writeAddress(address ?? Number.NaN)).toBe(text);
    }),
  );
  expect(['', '0x10', 'g', '1'.repeat(17)].map(parseAddress)).toEqual(Array(4).fill(undefined));
});

test('static functions that share a name are all found by it', () => {
  const at = (address: number) => ({ name: 'store', address, size: 8, isGlobal: false });
  const { findByName } = indexSymbols([at(0x100), at(0x200)], []);
  expect(findByName('store').map(({ from }) => from)).toEqual([0x100, 0x200]);
  expect(findByName('other')).toEqual([]);
});

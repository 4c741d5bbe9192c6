import { expect, test } from 'vitest';
import { directBranch } from '../../../agent';
import { dealBenches, dealParts } from './deal';
import type { DeployableImage } from './image';
import { relocateImage } from './relocate';
import { relocatableImage, sampleBench } from './testing';

/*
 * An image with three sources of benchmarks: `a` calls the heap, `b` has its address, and `c` needs nothing. The
 * code before them calls the heap as well.
 *
 *     0000 vectors       0100 a.code  0200 b.code  0300 c.code  0400 heap.code  0500 text
 *     0600 a.benches  0610 b.benches  0620 c.benches  0630 end  0640 heap.bss  0740 stack
 */
const BASE = 0x2000_0000;
const sizes = [
  ['.vectors', 0, 0x100],
  ['.part.a.code', 0x100, 0x100],
  ['.part.b.code', 0x200, 0x100],
  ['.part.c.code', 0x300, 0x100],
  ['.part.heap.code', 0x400, 0x100],
  ['.text', 0x500, 0x100],
  ['.part.a.benches', 0x600, 0x10],
  ['.part.b.benches', 0x610, 0x10],
  ['.part.c.benches', 0x620, 0x10],
  ['.end', 0x630, 4],
  ['.part.heap.bss', 0x640, 0x100],
  ['.stack', 0x740, 0x40],
] as const;
const SIZE = 0x780;
const DATA = 0x634;

const CALL = [0xf000, 0xf800] as const;
const calls = [
  [0x100, 0x400],
  [0x104, 0x510],
  [0x500, 0x400],
] as const;
/** The stack, the reset handler, the registry's beginning and end; `b` and the heap have addresses in the heap. */
const words = [
  [0, 0x780],
  [4, 0x501],
  [0x520, 0x600],
  [0x524, 0x630],
  [0x200, 0x440],
  [0x408, 0x640],
  [0x620, 0x301],
] as const;

/** The heap's code may be in another section. */
function imageWithParts(heapCode = '.part.heap.code'): DeployableImage {
  const data = new Uint8Array(DATA);
  const view = new DataView(data.buffer);
  for (const [at, value] of words) view.setUint32(at, BASE + value, true);
  for (const [at, target] of calls) {
    const halfwords = directBranch(CALL, at, target);
    halfwords.forEach((half, index) => view.setUint16(at + 2 * index, half, true));
  }
  const segments = [{ vaddr: BASE, paddr: BASE, memSize: SIZE, writable: true, data }];
  const inMemory = sizes.map(([name, address, size]) => ({
    name: name === '.part.heap.code' ? heapCode : name,
    type: address < DATA ? 1 : 8,
    address: BASE + address,
    offset: 0,
    size,
    link: 0,
    alignment: address >= 0x600 && address < 0x640 ? 4 : 8,
  }));
  const given = { name: 'cyclescope_given', value: BASE + 0x40, size: 48, absolute: false };
  return relocatableImage(
    {
      entry: BASE + 0x501,
      segments,
      sections: inMemory,
      symbols: new Map([[given.name, given]]),
    },
    { words: words.map(([at]) => BASE + at), branches: calls.map(([at]) => BASE + at) },
    BASE + 0x748,
  );
}

const image = imageWithParts();
const makeRam = (bytes: number) => ({ start: 0x1000_0000, end: 0x1000_0000 + bytes });
const dealt = (bytes: number) => {
  const { deals, refused } = dealParts(image, makeRam(bytes));
  return [...deals.map((deal) => [...deal].sort().join(' ')), ...refused.keys()];
};
/** Everything that is always there. */
const COMMON = 0x100 + 0x100 + 4 + 4 + 0x40;
const WHOLE = COMMON + 3 * 0x110 + 0x200;

test('parts are dealt to as few deployments as hold them, with what each needs', () => {
  expect(dealt(WHOLE)).toEqual(['a b c heap']);
  expect(dealt(WHOLE - 1)).toEqual(['a b heap', 'c']);
  expect(dealt(COMMON + 0x320)).toEqual(['a heap', 'b heap', 'c']);
});

test('what does not fit even alone is named with numbers, and an image of which nothing fits is refused', () => {
  const { deals, refused } = dealParts(image, makeRam(COMMON + 0x118));
  expect(deals).toEqual([new Set(['c'])]);
  expect([...refused]).toEqual([
    ['a', expect.stringMatching(/^it needs \d+ bytes of RAM, and there are \d+ at 0x10000000$/)],
    ['b', expect.any(String)],
  ]);
  expect(() => dealParts(image, makeRam(COMMON))).toThrow(
    /it needs \d+ bytes of RAM, and there are/,
  );
});

const benches = [
  ...['a', 'b', 'c'].map((name) => sampleBench(name, `target-agent/families/x/${name}.c:7`)),
  sampleBench('own', 'src/fir.c:3'),
];

test('benchmarks belong to the deployment that has their source', () => {
  const { deals, refused } = dealBenches(benches, {
    deals: [new Set(['a', 'heap']), new Set(['c'])],
    refused: new Map([['b', 'it is too large']]),
    left: new Set(),
    silent: new Set(),
  });
  expect(deals.map((each) => each.map(({ suite }) => suite))).toEqual([['a', 'own'], ['c']]);
  expect(refused.map(({ bench, reason }) => [bench.suite, reason])).toEqual([
    ['b', 'it is too large'],
  ]);
});

test('what nobody asked for is not deployed, unless everything fits', () => {
  const asked = benches.filter(({ suite }) => suite === 'c');
  const whole = dealParts(image, makeRam(WHOLE), asked);
  expect([whole.deals[0].size, whole.left.size]).toEqual([4, 0]);
  const dealt = dealParts(image, makeRam(WHOLE - 1), asked);
  expect(dealt).toEqual({
    deals: [new Set(['c'])],
    refused: new Map(),
    left: new Set(['a', 'b']),
    silent: new Set(),
  });
  const { deals, refused } = dealBenches(benches.slice(0, 3), dealt);
  expect([deals, refused]).toEqual([[asked], []]);
});

const given = { coreHz: 1000, board: 'x' };

function relocateParts(parts: readonly string[]) {
  const { elf } = relocateImage(image, makeRam(SIZE), given, new Set(parts));
  const [segment] = elf.segments;
  if (segment === undefined) throw new Error('no segment');
  const view = new DataView(segment.data.buffer);
  return {
    size: segment.memSize,
    word: (at: number) => view.getUint32(at, true),
    elf,
  };
}

test('what is left out takes no room, and everything that refers to something behind it is corrected', () => {
  const { size, word, elf } = relocateParts(['c']);
  expect(size).toBe(0x100 + 0x100 + 0x100 + 0x10 + 4 + 4 + 0x40);
  expect([word(0), word(4), word(0x40), elf.entry]).toEqual([
    0x1000_0000 + size,
    0x1000_0201,
    1000,
    0x1000_0201,
  ]);
  // The registry's beginning and end, and the entry between them.
  expect([word(0x220), word(0x224), word(0x300)]).toEqual([0x1000_0300, 0x1000_0310, 0x1000_0101]);
  // A call of the heap, which is not there.
  expect(word(0x200)).toBe(0xde00_de00);
});

test('nothing else may refer to what is left out', () => {
  expect(() => relocateParts(['b'])).toThrow(/refers to \.part\.heap\.code, which is left out/);
});

test('a recorder of the kernel, and what it needs, is in every deployment', () => {
  const traced = imageWithParts('.part.recorder.code');
  const { deals } = dealParts(traced, makeRam(COMMON + 0x110 + 0x200));
  expect(deals.map((parts) => [...parts].sort().join(' '))).toEqual([
    'a heap recorder',
    'b heap recorder',
    'c heap recorder',
  ]);
});

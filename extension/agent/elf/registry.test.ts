import { describe, expect, test } from 'vitest';
import { LAYOUT_64, readElf } from './elf';
import { readRegistry } from './registry';
import { type SampleSymbol, writeElf } from './testing';

const TEXTS = 0x1000;
const texts = ['heap', 'malloc', 'takes 4 bytes', 'heap.c', 'bytes', 'empty'];
const text = (wanted: string) => TEXTS + `${texts.join('\0')}\0`.indexOf(wanted);

const PARAMS = 0x2000;
const params = [text('bytes'), 4, 1, 4096];
/** Words of an entry: names, source line, counts, parameters, then two options and nine functions. */
const rest = [0, 0, 0x11, 0x11, 0, 0, 0x21, 0x21, 0, 0, 0];
const malloc = [
  text('heap\0'),
  text('malloc'),
  text('takes'),
  text('heap.c'),
  12,
  1000,
  0,
  5,
  30,
  PARAMS,
  1,
  ...rest,
];
const plain = [0, text('empty'), 0, text('heap.c'), 9, 0, 0, 0, 0, 0, 0, ...rest];

const TABLE = 0x3000;
const table = (...entries: number[][]) => entries.flatMap((entry) => [...entry, 0xdead]);

describe('readRegistry', () => {
  test.each([
    ['an absolute symbol', { name: 'cyclescope_bench_size', value: 92, absolute: true }],
    ['a constant', { name: 'cyclescope_bench_size', value: 0x4000 }],
  ])('lists the benchmarks, their size given by %s', (_, size) => {
    expect(readRegistry(image(table(malloc), [size]))).toEqual({
      benches: [
        {
          suite: 'heap',
          op: 'malloc',
          iterations: 1000,
          max: 0,
          warmup: 5,
          batches: 30,
          params: [{ name: 'bytes', default: 4, min: 1, max: 4096 }],
          about: 'takes 4 bytes',
          at: 'heap.c:12',
        },
      ],
      problems: [],
      sampleLoops: new Map([['heap/malloc', 0x21]]),
    });
  });

  test('reads the wider structures of a 64-bit image', () => {
    const wide = (words: number[]) => words.flatMap((word) => [word, 0]);
    const [names, counts] = [wide(malloc.slice(0, 4)), malloc.slice(4, 9)];
    const options = [malloc[10] ?? 0, 0, 0, 0];
    const entry = [...names, ...counts, 0, ...wide([PARAMS]), ...options, ...wide(rest.slice(2))];
    const segments = [
      { vaddr: TEXTS, data: new TextEncoder().encode(`${texts.join('\0')}\0`) },
      { vaddr: PARAMS, data: packWords([...wide(params.slice(0, 1)), ...params.slice(1), 0]) },
      { vaddr: TABLE, data: packWords(entry) },
    ];
    const symbols = [
      { name: '__start_cyclescope_benches', value: TABLE },
      { name: '__stop_cyclescope_benches', value: TABLE + entry.length * 4 },
      { name: 'cyclescope_bench_size', value: entry.length * 4, absolute: true },
    ];
    const narrow = readRegistry(image(table(malloc), [size]));
    expect(readRegistry(readElf(writeElf(segments, symbols, LAYOUT_64)))).toEqual(narrow);
    expect(narrow.benches).toHaveLength(1);
  });

  test('counts the batches of a benchmark that brings its own loop', () => {
    const own = malloc.with(15, 0x31).with(21, 0x41);
    const { benches } = readRegistry(image(table(own), [size]));
    expect(benches).toMatchObject([{ batches: 30 }]);
  });

  test('fills in defaults that a benchmark omits', () => {
    const { benches } = readRegistry(image(table(plain), [size]));
    expect(benches).toMatchObject([{ suite: 'heap', iterations: 1000, batches: 40, about: '' }]);
  });

  test.each([
    ['something happens before each operation', 15],
    ['something happens after each operation', 16],
  ])('has no batches if %s', (_, word) => {
    const { benches } = readRegistry(image(table(malloc.with(word, 0x31)), [size]));
    expect(benches).toMatchObject([{ batches: 0 }]);
  });

  const size = { name: 'cyclescope_bench_size', value: 92, absolute: true };
  test.each([
    ['no size', table(malloc), [], /cyclescope_bench_size missing/],
    ['half an entry', table(malloc).slice(0, 6), [size], /24 bytes, no multiple/],
    ['a name nowhere', table(malloc.with(0, 0x9000)), [size], /no readable name/],
    ['parameters nowhere', table(malloc.with(9, 0x9000)), [size], /1 parameters of heap\/malloc/],
    ['too many parameters', table(malloc.with(10, 1e6)), [size], /1000000 parameters/],
  ])('reports %s', (_, words, symbols, problem) => {
    expect(readRegistry(image(words, symbols)).problems.join()).toMatch(problem);
  });
});

function image(words: number[], symbols: SampleSymbol[]) {
  return readElf(
    writeElf(
      [
        { vaddr: TEXTS, data: new TextEncoder().encode(`${texts.join('\0')}\0`) },
        { vaddr: PARAMS, data: packWords(params) },
        { vaddr: TABLE, data: packWords(words) },
        { vaddr: 0x4000, data: packWords([92]) },
      ],
      [
        { name: '__start_cyclescope_benches', value: TABLE },
        { name: '__stop_cyclescope_benches', value: TABLE + words.length * 4 },
        ...symbols,
      ],
    ),
  );
}

function packWords(words: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(words).buffer);
}

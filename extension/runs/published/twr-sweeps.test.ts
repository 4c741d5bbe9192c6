import { describe, expect, test } from 'vitest';
import { columnAt, listDoubtful, splitPrintedCells, splitPrintedLines, rowAt } from './testing';

// Tables 1 and 2: the first line of each pair has the threads, the mean and the ratio.
const TABLE_1 = `
2 Selection 0.25 0.45 1.52 2.56 5.90 2.136 1.83 -
Quick 0.18 0.30 1.09 1.79 4.30 1.532
4 Selection 0.22 0.37 1.27 2.12 5.25 1.846 1.67 -9%
Quick 0.17 0.31 1.10 1.67 4.20 1.490
8 Selection 0.20 0.29 1.10 1.98 4.97 1.708 1.58 -14%
Quick 0.18 0.32 1.12 1.56 4.11 1.458
16 Selection 0.17 0.25 1.02 1.88 4.56 1.576 1.48 -19%
Quick 0.17 0.29 1.01 1.45 3.97 1.378
32 Selection 0.16 0.23 0.97 1.82 4.48 1.532 1.44 -22%
Quick 0.15 0.25 1.00 1.43 3.87 1.340
`;

const TABLE_2 = `
2 Addition 0.02 0.04 0.09 0.20 0.32 0.134 0.20 -
Multiplication 0.05 0.09 0.21 0.29 0.67 0.262
4 Addition 0.02 0.03 0.07 0.20 0.31 0.126 0.19 -2%
Multiplication 0.04 0.11 0.22 0.29 0.65 0.262
8 Addition 0.04 0.05 0.06 0.21 0.34 0.140 0.21 7%
Multiplication 0.06 0.13 0.24 0.32 0.66 0.282
16 Addition 0.05 0.07 0.09 0.25 0.38 0.168 0.24 20%
Multiplication 0.08 0.15 0.26 0.35 0.69 0.306
32 Addition 0.07 0.10 0.11 0.29 0.44 0.202 0.28 41%
Multiplication 0.12 0.20 0.31 0.40 0.75 0.356
`;

const THREADS = [2, 4, 8, 16, 32];

const TABLES = [
  { id: 'table-1', text: TABLE_1, suite: 'sort', sizes: [100, 1000, 10000, 100000, 1000000] },
  { id: 'table-2', text: TABLE_2, suite: 'matrix', sizes: [512, 1024, 2048, 4096, 8192] },
];

const lines = TABLES.flatMap(({ id, text, suite, sizes }) =>
  splitPrintedLines(text).map((line, at) => {
    const threads = THREADS[Math.floor(at / 2)] ?? 0;
    const [kind = '', ...figures] = splitPrintedCells(line.replace(/^\d+ /, ''));
    return { id, suite, sizes, threads, line, kind: kind.toLowerCase(), figures };
  }),
);

describe('tables 1 and 2', () => {
  test.each(lines)('$id: $line', ({ id, suite, sizes, threads, line, kind, figures }) => {
    const times = sizes.map((size) =>
      rowAt(`twr-k70/${id}/uclinux`, `${threads} threads, ${kind}, ${size}`),
    );
    expect(times.map(({ printed }) => printed)).toEqual(figures.slice(0, 5));
    expect(times.map(({ value }) => value)).toEqual(figures.slice(0, 5).map(Number));
    expect(times.map(({ params }) => params)).toEqual(sizes.map((size) => ({ threads, size })));
    expect(new Set(times.map(({ op }) => op))).toEqual(new Set([`${suite}/${kind}`]));
    expect(rowAt(`twr-k70/${id}/average`, `${threads} threads, ${kind}`).printed).toBe(figures[5]);
    if (figures.length === 6) return;
    expect(line.startsWith(`${threads} `)).toBe(true);
    expect(rowAt(`twr-k70/${id}/mean`, `${threads} threads`).printed).toBe(figures[6]);
    if (threads === 2) expect(figures[7]).toBe('-');
    else expect(rowAt(`twr-k70/${id}/ratio`, `${threads} threads`).printed).toBe(figures[7]);
  });

  test.each(['table-1', 'table-2'])('%s has no other cells', (id) => {
    const counts = ['uclinux', 'average', 'mean', 'ratio'].map(
      (column) => columnAt(`twr-k70/${id}/${column}`).rows.length,
    );
    expect(counts).toEqual([50, 10, 5, 4]);
    expect(columnAt(`twr-k70/${id}/uclinux`)).toMatchObject({
      unit: 'ms',
      system: { board: 'TWR-K70F120M', coreHz: 120e6 },
    });
  });
});

/** The work that is doubtful at any number of threads. */
function listDoubtfulWork(address: string): string[] {
  return [
    ...new Set(listDoubtful(address).map((name) => name.replace(/^\d+ threads, /, ''))),
  ].sort();
}

describe('impossible cells include', () => {
  test('every selection sort from 1,000 integers on, and quick sorts from 10,000 on', () => {
    expect(listDoubtfulWork('twr-k70/table-1/uclinux')).toEqual([
      'quick, 10000',
      'quick, 100000',
      'quick, 1000000',
      'selection, 1000',
      'selection, 10000',
      'selection, 100000',
      'selection, 1000000',
    ]);
    // At 8 threads alone, 1.12 ms are just over one cycle for each of n log2 n comparisons.
    expect(rowAt('twr-k70/table-1/uclinux', '8 threads, quick, 10000').doubts).toEqual([]);
    expect(listDoubtful('twr-k70/table-1/uclinux')).toHaveLength(34);
  });

  test('the sort of 10^6 integers in 5.9 ms, which also exceeds the memory', () => {
    const { doubts } = rowAt('twr-k70/table-1/uclinux', '2 threads, selection, 1000000');
    expect(doubts).toEqual([
      'cannot be: 0.0000014 cycles per comparison (499,999,500,000 of them at 120 MHz, ' +
        'if one array of n integers takes n(n-1)/2)',
      'cannot be: 4,000,000 bytes do not fit the 131,072 bytes of on-chip SRAM',
    ]);
  });

  test('no addition, but every multiplication except the slowest of the smallest', () => {
    const doubted = listDoubtful('twr-k70/table-2/uclinux');
    expect(doubted).toHaveLength(24);
    expect(doubted.every((name) => name.includes('multiplication'))).toBe(true);
    expect(doubted).not.toContain('32 threads, multiplication, 512');
  });

  test('a mean of such cells', () => {
    expect(rowAt('twr-k70/table-1/average', '2 threads, selection').doubts).toEqual([
      'made of 5 cells, 4 of them in doubt',
    ]);
    expect(listDoubtful('twr-k70/table-2/average')).not.toContain('2 threads, addition');
  });
});

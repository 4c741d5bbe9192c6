import { describe, expect, test } from 'vitest';
import { columnAt, listDoubtful, splitPrintedCells, splitPrintedLines, rowAt } from './testing';

// Table 3: per metric the sorting and the matrix operations, their mean and the ratio.
const TABLE_3 = `
2 1.834 0.198 1.016 - 0.877 0.041 0.459 - 0.454 0.024 0.239 -
4 1.668 0.194 0.931 -8% 0.686 0.052 0.369 -20% 0.470 0.015 0.243 1%
8 1.583 0.211 0.897 -12% 0.824 0.046 0.435 -5% 0.512 0.023 0.268 12%
16 1.477 0.237 0.857 -16% 0.765 0.060 0.413 -10% 0.531 0.010 0.271 13%
32 1.436 0.279 0.858 -16% 0.785 0.072 0.429 -7% 0.560 0.022 0.291 22%
`;

const METRICS = ['execution', 'waiting', 'response'];

const blocks = splitPrintedLines(TABLE_3).flatMap((line) => {
  const [threads = '', ...figures] = splitPrintedCells(line);
  return METRICS.map((metric, at) => ({
    threads,
    metric,
    figures: figures.slice(4 * at, 4 * at + 4),
  }));
});

describe('table 3', () => {
  test.each(blocks)('$threads threads, $metric', ({ threads, metric, figures }) => {
    const name = `${threads} threads, ${metric}`;
    const [sorting, matrix, mean, ratio] = figures;
    expect(rowAt('twr-k70/table-3/uclinux', `${name}, sorting`).printed).toBe(sorting);
    expect(rowAt('twr-k70/table-3/uclinux', `${name}, matrix`).printed).toBe(matrix);
    expect(rowAt('twr-k70/table-3/mean', name).printed).toBe(mean);
    if (threads === '2') expect(ratio).toBe('-');
    else expect(rowAt('twr-k70/table-3/ratio', name).printed).toBe(ratio);
  });

  test('has no other cells', () => {
    const counts = ['uclinux', 'mean', 'ratio'].map(
      (column) => columnAt(`twr-k70/table-3/${column}`).rows.length,
    );
    expect(counts).toEqual([30, 15, 12]);
  });

  test('doubts execution times, but not waiting and response times', () => {
    const doubted = listDoubtful('twr-k70/table-3/uclinux');
    expect(doubted).toHaveLength(10);
    expect(doubted.every((name) => name.includes('execution'))).toBe(true);
  });

  test('eight threads are printed differently in table 4', () => {
    const name = '8 threads, execution, matrix';
    expect(rowAt('twr-k70/table-3/uclinux', name).doubts).toContain(
      'table 4 prints 0.237 for the same figure',
    );
    expect(rowAt('twr-k70/table-4/twr', name).doubts).toContain(
      'table 3 prints 0.211 for the same figure',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { columnAt, splitPrintedCells, splitPrintedLines, rowAt } from './testing';

// Tables 4 and 5: the number of threads is in the middle one of each three lines.
const TABLE_4 = `
TWR 2.6 1.834 0.198 0.877 0.041 0.454 0.024
RPi4 4.14 2 3.12 0.23 1.3 0.8 0.9 0.008
BBAI 4.14 2.79 0.2 0.9 0.7 0.5 0.007
TWR 2.6 1.668 0.194 0.686 0.052 0.470 0.015
RPi4 4.14 4 2.89 0.17 1.2 0.6 0.8 0.006
BBAI 4.14 2.36 0.19 0.6 0.5 0.5 0.007
TWR 2.6 1.583 0.237 0.824 0.046 0.512 0.023
RPi4 4.14 8 2.5 0.14 1.2 0.7 0.7 0.005
BBAI 4.14 2.08 0.18 0.5 0.5 0.4 0.006
TWR 2.6 1.477 0.237 0.765 0.060 0.531 0.010
RPi4 4.14 16 2.39 0.12 1.1 0.6 0.6 0.004
BBAI 4.14 1.98 0.16 0.3 0.4 0.5 0.006
TWR 2.6 1.436 0.279 0.785 0.072 0.560 0.022
RPi4 4.14 32 2.3 0.11 1.1 0.7 0.7 0.005
BBAI 4.14 1.87 0.15 0.3 0.5 0.6 0.006
`;

const TABLE_5 = `
TWR 1.016 0.459 0.239
RPi4 2 1.675 1.050 0.454
BBAI 1.495 0.800 0.254
TWR 0.931 0.369 0.243
RPi4 4 1.530 0.900 0.403
BBAI 1.275 0.550 0.254
TWR 0.897 0.435 0.268
RPi4 8 1.320 0.950 0.353
BBAI 1.130 0.500 0.203
TWR 0.857 0.413 0.271
RPi4 16 1.255 0.850 0.302
BBAI 1.070 0.350 0.253
TWR 0.858 0.429 0.291
RPi4 32 1.205 0.900 0.353
BBAI 1.010 0.400 0.303
`;

const THREADS = ['2', '4', '8', '16', '32'];
const METRICS = ['execution', 'waiting', 'response'];
const MEASURES = METRICS.flatMap((metric) => [`${metric}, sorting`, `${metric}, matrix`]);

const TABLES = [
  { id: 'table-4', text: TABLE_4, measures: MEASURES },
  { id: 'table-5', text: TABLE_5, measures: METRICS },
];

const lines = TABLES.flatMap(({ id, text, measures }) =>
  splitPrintedLines(text).map((line, at) => {
    const [board = '', ...fields] = splitPrintedCells(line);
    const figures = fields.slice(-measures.length);
    const before = fields.slice(0, -measures.length);
    return { id, line, board, measures, figures, before, threads: THREADS[Math.floor(at / 3)] };
  }),
);

describe('tables 4 and 5', () => {
  test.each(lines)('$id: $line', ({ id, board, before, threads, measures, figures }) => {
    if (board === 'RPi4') expect(before.at(-1)).toBe(threads);
    const held = measures.map((measure) =>
      rowAt(`twr-k70/${id}/${board.toLowerCase()}`, `${threads} threads, ${measure}`),
    );
    expect(held.map(({ printed }) => printed)).toEqual(figures);
    expect(held.map(({ value }) => value)).toEqual(figures.map(Number));
  });

  test.each([
    ['twr', 'TWR-K70F120M', 120e6],
    ['rpi4', 'Raspberry Pi 4 Model B', 1.5e9],
    ['bbai', 'BeagleBone AI', 1e9],
  ])('%s is %s', (id, board, coreHz) => {
    expect(columnAt(`twr-k70/table-4/${id}`)).toMatchObject({ system: { board, coreHz } });
    expect(columnAt(`twr-k70/table-4/${id}`).rows).toHaveLength(30);
    expect(columnAt(`twr-k70/table-5/${id}`).rows).toHaveLength(15);
    expect(columnAt(`twr-k70/table-5/${id}`).derived).toBe(true);
  });

  test('the faster boards sort impossibly fast as well, but multiply plausibly', () => {
    const sorting = rowAt('twr-k70/table-4/rpi4', '2 threads, execution, sorting');
    expect(sorting.doubts[0]).toContain('0.000093 cycles per comparison');
    expect(rowAt('twr-k70/table-4/rpi4', '2 threads, execution, matrix').doubts).toEqual([]);
  });

  test('the mean of table 5 follows table 3, not table 4', () => {
    expect(rowAt('twr-k70/table-5/twr', '8 threads, execution').doubts).toEqual([
      '0.897 is printed, but the mean of 1.583 and 0.237 is 0.9100',
    ]);
  });

  test('explains what 56 %, 29 % and 7 % really are', () => {
    const remarks = columnAt('twr-k70/table-5/twr').document.remarks.join(' ');
    expect(remarks).toContain("36 % (the others' are 56 % higher)");
    expect(remarks).toContain("23 % (the others' are 29 % higher)");
    expect(remarks).toContain('in table 3 they fall by 20 %');
  });
});

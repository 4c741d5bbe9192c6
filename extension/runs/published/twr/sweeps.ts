import { type Cell, type ColumnHead, draft, type Draft, lineCells, textTable } from '../cells';
import type { PublishedMake } from '../model';
import { UCLINUX } from './systems';
import { MATRIX_SIZES, SORT_SIZES } from './work';

const TABLE_1 = `
2  | selection | 0.25 | 0.45 | 1.52 | 2.56 | 5.90 | 2.136 | 1.83 | -
2  | quick     | 0.18 | 0.30 | 1.09 | 1.79 | 4.30 | 1.532
4  | selection | 0.22 | 0.37 | 1.27 | 2.12 | 5.25 | 1.846 | 1.67 | -9%
4  | quick     | 0.17 | 0.31 | 1.10 | 1.67 | 4.20 | 1.490
8  | selection | 0.20 | 0.29 | 1.10 | 1.98 | 4.97 | 1.708 | 1.58 | -14%
8  | quick     | 0.18 | 0.32 | 1.12 | 1.56 | 4.11 | 1.458
16 | selection | 0.17 | 0.25 | 1.02 | 1.88 | 4.56 | 1.576 | 1.48 | -19%
16 | quick     | 0.17 | 0.29 | 1.01 | 1.45 | 3.97 | 1.378
32 | selection | 0.16 | 0.23 | 0.97 | 1.82 | 4.48 | 1.532 | 1.44 | -22%
32 | quick     | 0.15 | 0.25 | 1.00 | 1.43 | 3.87 | 1.340
`;

const TABLE_2 = `
2  | addition       | 0.02 | 0.04 | 0.09 | 0.20 | 0.32 | 0.134 | 0.20 | -
2  | multiplication | 0.05 | 0.09 | 0.21 | 0.29 | 0.67 | 0.262
4  | addition       | 0.02 | 0.03 | 0.07 | 0.20 | 0.31 | 0.126 | 0.19 | -2%
4  | multiplication | 0.04 | 0.11 | 0.22 | 0.29 | 0.65 | 0.262
8  | addition       | 0.04 | 0.05 | 0.06 | 0.21 | 0.34 | 0.140 | 0.21 | 7%
8  | multiplication | 0.06 | 0.13 | 0.24 | 0.32 | 0.66 | 0.282
16 | addition       | 0.05 | 0.07 | 0.09 | 0.25 | 0.38 | 0.168 | 0.24 | 20%
16 | multiplication | 0.08 | 0.15 | 0.26 | 0.35 | 0.69 | 0.306
32 | addition       | 0.07 | 0.10 | 0.11 | 0.29 | 0.44 | 0.202 | 0.28 | 41%
32 | multiplication | 0.12 | 0.20 | 0.31 | 0.40 | 0.75 | 0.356
`;

const MEASURED: ColumnHead = { id: 'uclinux', unit: 'ms', system: UCLINUX };
const AVERAGE: ColumnHead = { ...MEASURED, id: 'average', derived: true };
const MEAN: ColumnHead = { ...MEASURED, id: 'mean', derived: true };
const RATIO: ColumnHead = { ...MEAN, id: 'ratio', unit: '%' };

/** A table of execution times, and the parts of its rows. */
export interface Sweep extends Draft {
  readonly suite: string;
  readonly kinds: readonly [string, string];
  readonly sizes: readonly number[];
}

/** Table 1: two ways of sorting. */
export const table1: Sweep = sweep(
  { id: 'table-1', name: 'Table 1, selection sort and quicksort execution times', section: '4.2' },
  { suite: 'sort', kinds: ['selection', 'quick'], sizes: SORT_SIZES },
  TABLE_1,
);

/** Table 2: two operations on matrices. */
export const table2: Sweep = sweep(
  { id: 'table-2', name: 'Table 2, matrix addition and multiplication', section: '4.2' },
  { suite: 'matrix', kinds: ['addition', 'multiplication'], sizes: MATRIX_SIZES },
  TABLE_2,
);

/** A cell's name: the number of threads, their work, and its size. */
export function rowName(threads: string | number, kind?: string, size?: number): string {
  return [`${threads} threads`, kind, size].filter((part) => part !== undefined).join(', ');
}

function sweep(
  table: Draft['table'],
  parts: Pick<Sweep, 'suite' | 'kinds' | 'sizes'>,
  text: string,
): Sweep {
  const read = () =>
    textTable(text).flatMap(([count = '', kind = '', ...printed]): Cell[] => {
      const threads = Number(count);
      const [average, mean, ratio] = printed.slice(parts.sizes.length);
      const makeMean = (kinds: readonly string[]): PublishedMake => ({
        rule: 'mean',
        parts: kinds.flatMap((each) =>
          parts.sizes.map((size) => ({ op: `${parts.suite}/${each}`, params: { threads, size } })),
        ),
      });
      const [ofKind, ofBoth] = [rowName(threads, kind), rowName(threads)];
      return [
        ...parts.sizes.flatMap((size, at) =>
          lineCells(
            [MEASURED],
            {
              name: rowName(threads, kind, size),
              op: `${parts.suite}/${kind}`,
              params: { threads, size },
            },
            [printed[at]],
          ),
        ),
        ...lineCells([AVERAGE], { name: ofKind, made: makeMean([kind]), params: { threads } }, [
          average,
        ]),
        ...lineCells([MEAN], { name: ofBoth, made: makeMean(parts.kinds), params: { threads } }, [
          mean,
        ]),
        ...lineCells([RATIO], { name: ofBoth, params: { threads } }, [ratio]),
      ];
    });
  return draft({ table, heads: [MEASURED, AVERAGE, MEAN, RATIO], ...parts }, read);
}

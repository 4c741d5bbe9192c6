import { type ColumnHead, draft, type Draft, lineCells, textTable } from '../cells';
import { KINDS, METRICS } from './averages';
import { rowName } from './sweeps';
import { BBAI, RPI4, UCLINUX } from './systems';
import { composeMean } from './work';

const TABLE_4 = `
2  | twr  | 1.834 | 0.198 | 0.877 | 0.041 | 0.454 | 0.024
2  | rpi4 | 3.12  | 0.23  | 1.3   | 0.8   | 0.9   | 0.008
2  | bbai | 2.79  | 0.2   | 0.9   | 0.7   | 0.5   | 0.007
4  | twr  | 1.668 | 0.194 | 0.686 | 0.052 | 0.470 | 0.015
4  | rpi4 | 2.89  | 0.17  | 1.2   | 0.6   | 0.8   | 0.006
4  | bbai | 2.36  | 0.19  | 0.6   | 0.5   | 0.5   | 0.007
8  | twr  | 1.583 | 0.237 | 0.824 | 0.046 | 0.512 | 0.023
8  | rpi4 | 2.5   | 0.14  | 1.2   | 0.7   | 0.7   | 0.005
8  | bbai | 2.08  | 0.18  | 0.5   | 0.5   | 0.4   | 0.006
16 | twr  | 1.477 | 0.237 | 0.765 | 0.060 | 0.531 | 0.010
16 | rpi4 | 2.39  | 0.12  | 1.1   | 0.6   | 0.6   | 0.004
16 | bbai | 1.98  | 0.16  | 0.3   | 0.4   | 0.5   | 0.006
32 | twr  | 1.436 | 0.279 | 0.785 | 0.072 | 0.560 | 0.022
32 | rpi4 | 2.3   | 0.11  | 1.1   | 0.7   | 0.7   | 0.005
32 | bbai | 1.87  | 0.15  | 0.3   | 0.5   | 0.6   | 0.006
`;

const TABLE_5 = `
2  | twr  | 1.016 | 0.459 | 0.239
2  | rpi4 | 1.675 | 1.050 | 0.454
2  | bbai | 1.495 | 0.800 | 0.254
4  | twr  | 0.931 | 0.369 | 0.243
4  | rpi4 | 1.530 | 0.900 | 0.403
4  | bbai | 1.275 | 0.550 | 0.254
8  | twr  | 0.897 | 0.435 | 0.268
8  | rpi4 | 1.320 | 0.950 | 0.353
8  | bbai | 1.130 | 0.500 | 0.203
16 | twr  | 0.857 | 0.413 | 0.271
16 | rpi4 | 1.255 | 0.850 | 0.302
16 | bbai | 1.070 | 0.350 | 0.253
32 | twr  | 0.858 | 0.429 | 0.291
32 | rpi4 | 1.205 | 0.900 | 0.353
32 | bbai | 1.010 | 0.400 | 0.303
`;

/** The three boards of tables 4 and 5. */
export const BOARDS: readonly ColumnHead[] = [
  { id: 'twr', unit: 'ms', system: UCLINUX },
  { id: 'rpi4', unit: 'ms', system: RPI4 },
  { id: 'bbai', unit: 'ms', system: BBAI },
];

/** Table 4: sorting and matrix operations on three boards. */
export const table4: Draft = readTable(
  { id: 'table-4', name: 'Table 4, timing metrics on different platforms', section: '4.3' },
  METRICS.flatMap((metric) => KINDS.map((kind) => `${metric}, ${kind}`)),
  TABLE_4,
  BOARDS,
);

/** Table 5: the means of table 4. */
export const table5: Draft = readTable(
  { id: 'table-5', name: 'Table 5, summary of average values', section: '4.3' },
  METRICS,
  TABLE_5,
  BOARDS.map((head) => ({ ...head, derived: true })),
);

function readTable(
  table: Draft['table'],
  measures: readonly string[],
  text: string,
  heads: readonly ColumnHead[],
): Draft {
  return draft({ table, heads }, () =>
    textTable(text).flatMap(([count = '', board, ...printed]) => {
      const own = heads.filter(({ id }) => id === board);
      const params = { threads: Number(count) };
      return measures.flatMap((measure, at) => {
        const [metric = '', kind] = measure.split(', ');
        const made = composeMean(metric, kind, params.threads);
        return lineCells(own, { name: rowName(count, measure), made, params }, [printed[at]]);
      });
    }),
  );
}

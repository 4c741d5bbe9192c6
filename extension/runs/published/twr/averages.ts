import { type ColumnHead, draft, type Draft, lineCells, textTable } from '../cells';
import { rowName } from './sweeps';
import { UCLINUX } from './systems';
import { composeMean } from './work';

const TABLE_3 = `
2  | 1.834 | 0.198 | 1.016 | -    | 0.877 | 0.041 | 0.459 | -    | 0.454 | 0.024 | 0.239 | -
4  | 1.668 | 0.194 | 0.931 | -8%  | 0.686 | 0.052 | 0.369 | -20% | 0.470 | 0.015 | 0.243 | 1%
8  | 1.583 | 0.211 | 0.897 | -12% | 0.824 | 0.046 | 0.435 | -5%  | 0.512 | 0.023 | 0.268 | 12%
16 | 1.477 | 0.237 | 0.857 | -16% | 0.765 | 0.060 | 0.413 | -10% | 0.531 | 0.010 | 0.271 | 13%
32 | 1.436 | 0.279 | 0.858 | -16% | 0.785 | 0.072 | 0.429 | -7%  | 0.560 | 0.022 | 0.291 | 22%
`;

/** The metrics of tables 3 to 5, in their order. */
export const METRICS = ['execution', 'waiting', 'response'];

/** The two kinds of work, in the order of tables 3 and 4. */
export const KINDS = ['sorting', 'matrix'];

const MEASURED: ColumnHead = { id: 'uclinux', unit: 'ms', system: UCLINUX };
const MEAN: ColumnHead = { ...MEASURED, id: 'mean', derived: true };
const RATIO: ColumnHead = { ...MEAN, id: 'ratio', unit: '%' };

/** Table 3: execution, waiting and response times, means over sizes and algorithms. */
export const table3: Draft = draft(
  {
    table: {
      id: 'table-3',
      name: 'Table 3, average execution times, threads waiting times and response times',
      section: '4.2',
    },
    heads: [MEASURED, MEAN, RATIO],
  },
  () =>
    textTable(TABLE_3).flatMap(([count = '', ...fields]) => {
      const params = { threads: Number(count) };
      return METRICS.flatMap((metric, block) => {
        const [sorting, matrix, mean, ratio] = fields.slice(4 * block);
        const name = rowName(count, metric);
        const makeMean = (kind?: string) => composeMean(metric, kind, params.threads);
        const ofKind = (kind: string, printed: string | undefined) =>
          lineCells([MEASURED], { name: `${name}, ${kind}`, made: makeMean(kind), params }, [
            printed,
          ]);
        return [
          ...ofKind('sorting', sorting),
          ...ofKind('matrix', matrix),
          ...lineCells([MEAN], { name, made: makeMean(), params }, [mean]),
          ...lineCells([RATIO], { name, params }, [ratio]),
        ];
      });
    }),
);

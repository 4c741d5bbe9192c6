import { type Cell, cellFinder, type Finding } from '../cells';
import { type Derived, unfounded } from '../derived';
import { disagreements } from '../disagree';
import { inherited, tooFast, tooLarge, type Work } from '../plausible';
import { unevenRounding } from '../rounding';
import { table3 } from './averages';
import { cryptoWork, throughputs } from './crypto';
import {
  averages,
  executions,
  means,
  ratios,
  summaries,
  sweepMeans,
  sweepRatios,
} from './derivations';
import { BOARDS, table4, table5 } from './platforms';
import { table1, table2 } from './sweeps';
import { SRAM, UCLINUX } from './systems';
import { loadOf } from './work';

/** The least work of the threads of tables 1 and 2 in one execution. */
const sweepWork: readonly Work[] = [...table1.cells, ...table2.cells].flatMap((cell) =>
  cell.op === undefined ? [] : work(cell, cell.op.split('/')[1], UCLINUX.coreHz),
);

/** The same for the means of tables 3 and 4; only an execution time covers all the work. */
const averageWork: readonly Work[] = [...table3.cells, ...table4.cells].flatMap((cell) => {
  const [, metric, kind] = cell.name.split(', ');
  const coreHz = BOARDS.find(({ id }) => id === cell.column)?.system?.coreHz ?? UCLINUX.coreHz;
  return metric === 'execution' && kind !== undefined ? work(cell, kind, coreHz) : [];
});

function work(cell: Cell, operation = '', coreHz: number): Work[] {
  const load = loadOf(operation);
  if (load === undefined) return [];
  const { steps, step, assumption } = load;
  return [{ cell, coreHz, steps: steps(cell.params['size'] ?? 0), step, assumption }];
}

const in3 = cellFinder(table3.cells);

const twice = [
  ...table4.cells.map((second) => ({ second, first: in3('uclinux', second.name), to: 'table 4' })),
  ...table5.cells.map((second) => ({ second, first: in3('mean', second.name), to: 'table 5' })),
]
  .filter(({ second }) => second.column === 'twr')
  .map(({ first, second, to }) => ({ first, second, firstTable: 'table 3', secondTable: to }));

const integers = table1.cells
  .filter(({ op }) => op !== undefined)
  .map((cell) => ({ cell, bytes: 4 * (cell.params['size'] ?? 0) }));

/** Every figure that the document derives from others, group by group. */
const GROUPS: readonly (readonly Derived[])[] = [
  averages,
  sweepMeans,
  sweepRatios,
  executions,
  means,
  ratios,
  summaries,
  throughputs,
];

const own: readonly Finding[] = [
  ...tooFast([...sweepWork, ...averageWork, ...cryptoWork]),
  ...tooLarge(integers, SRAM),
  ...disagreements(twice),
  ...GROUPS.flatMap(unfounded),
  ...GROUPS.flatMap(unevenRounding),
];

/** All findings on the six tables; a figure computed from doubtful ones is doubtful, too. */
export const findings: readonly Finding[] = GROUPS.reduce<readonly Finding[]>(
  (found, group) => [...found, ...inherited(group, found)],
  own,
);

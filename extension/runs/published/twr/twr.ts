import { remember } from '../../../base';
import { type Cell, type CellDoubt, cellFinder, finishColumns } from '../cells';
import {
  change,
  derive,
  type Derived,
  disagreements,
  mean,
  unevenRounding,
  findInconsistencies,
} from '../derived';
import type { PublishedColumn, PublishedDocument } from '../model';
import { findInheritedDoubts, tooFast, tooLarge, type Work } from '../plausible';
import { KINDS, METRICS, table3 } from './averages';
import { cryptoWork, largestDifference, table6, throughputs } from './crypto';
import { BOARDS, table4, table5 } from './platforms';
import { rowName, type Sweep, table1, table2 } from './sweeps';
import { SRAM, UCLINUX } from './systems';
import { findLoad } from './work';

const THREADS = [2, 4, 8, 16, 32];

const inSweep = remember((sweep: Sweep) => cellFinder(sweep));

/** The averages over sizes in tables 1 and 2. */
const averages = (): readonly Derived[] =>
  [table1, table2].flatMap((sweep) => {
    const at = inSweep(sweep);
    return THREADS.flatMap((threads) =>
      sweep.kinds.flatMap((kind) => {
        const sizes = sweep.sizes.map((size) => at('uclinux', rowName(threads, kind, size)));
        return derive(at('average', rowName(threads, kind)), 'mean', sizes, mean);
      }),
    );
  });

/** The means over both kinds in tables 1 and 2. */
const sweepMeans = (): readonly Derived[] =>
  [table1, table2].flatMap((sweep) => {
    const at = inSweep(sweep);
    return THREADS.flatMap((threads) =>
      derive(at('mean', rowName(threads)), 'mean', findAverages(sweep, threads), mean),
    );
  });

/** The changes from two threads in tables 1 and 2, from averages more precise than the means. */
const sweepRatios = (): readonly Derived[] =>
  [table1, table2].flatMap((sweep) => {
    const at = inSweep(sweep);
    return THREADS.flatMap((threads) => {
      const inputs = [...findAverages(sweep, threads), ...findAverages(sweep, 2)];
      return derive(at('ratio', rowName(threads)), 'change', inputs, changeOfMeans);
    });
  });

function findAverages(sweep: Sweep, threads: number): ReturnType<ReturnType<typeof cellFinder>>[] {
  const at = inSweep(sweep);
  return sweep.kinds.map((kind) => at('average', rowName(threads, kind)));
}

const in3 = cellFinder(table3);
const in4 = cellFinder(table4);
const in5 = cellFinder(table5);

/** The execution times of table 3, from tables 1 and 2. */
const executions = (): readonly Derived[] =>
  THREADS.flatMap((threads) =>
    [table1, table2].flatMap((sweep, kind) => {
      const name = rowName(threads, `execution, ${KINDS[kind] ?? ''}`);
      return derive(in3('uclinux', name), 'mean', findAverages(sweep, threads), mean);
    }),
  );

/** The means of table 3. */
const means = (): readonly Derived[] =>
  overMetrics((name) =>
    derive(
      in3('mean', name),
      'mean',
      KINDS.map((kind) => in3('uclinux', `${name}, ${kind}`)),
      mean,
    ),
  );

/** The changes of table 3. */
const ratios = (): readonly Derived[] =>
  overMetrics((name, first) => {
    const inputs = [name, first].flatMap((row) =>
      KINDS.map((kind) => in3('uclinux', `${row}, ${kind}`)),
    );
    return derive(in3('ratio', name), 'change', inputs, changeOfMeans);
  });

/** The means of table 5, from table 4. */
const summaries = (): readonly Derived[] =>
  BOARDS.flatMap(({ id }) =>
    overMetrics((name) => {
      const inputs = KINDS.map((kind) => in4(id, `${name}, ${kind}`));
      return derive(in5(id, name), 'mean', inputs, mean);
    }),
  );

function overMetrics(each: (name: string, first: string) => Derived[]): Derived[] {
  return THREADS.flatMap((threads) =>
    METRICS.flatMap((metric) => each(rowName(threads, metric), rowName(2, metric))),
  );
}

/** The change from the mean of the second half of some figures to that of the first. */
function changeOfMeans(values: readonly number[]): number {
  const half = values.length / 2;
  return change([mean(values.slice(0, half)), mean(values.slice(half))]);
}

/** The least work of the threads of tables 1 and 2 in one execution. */
const sweepWork = (): readonly Work[] =>
  [...table1.cells, ...table2.cells].flatMap((cell) =>
    cell.op === undefined ? [] : work(cell, cell.op.split('/')[1], UCLINUX.coreHz),
  );

/** The same for the means of tables 3 and 4; only an execution time covers all the work. */
const averageWork = (): readonly Work[] =>
  [...table3.cells, ...table4.cells].flatMap((cell) => {
    const [, metric, kind] = cell.name.split(', ');
    const coreHz = BOARDS.find(({ id }) => id === cell.column)?.system?.coreHz ?? UCLINUX.coreHz;
    return metric === 'execution' && kind !== undefined ? work(cell, kind, coreHz) : [];
  });

function work(cell: Cell, operation = '', coreHz: number): Work[] {
  const load = findLoad(operation);
  if (load === undefined) return [];
  const { steps, step, assumption } = load;
  return [{ cell, coreHz, steps: steps(cell.params['size'] ?? 0), step, assumption }];
}

const listDuplicates = () =>
  [
    ...table4.cells.map((second) => ({
      second,
      first: in3('uclinux', second.name),
      to: 'table 4',
    })),
    ...table5.cells.map((second) => ({ second, first: in3('mean', second.name), to: 'table 5' })),
  ]
    .filter(({ second }) => second.column === 'twr')
    .map(({ first, second, to }) => ({ first, second, firstTable: 'table 3', secondTable: to }));

const integers = () =>
  table1.cells
    .filter(({ op }) => op !== undefined)
    .map((cell) => ({ cell, bytes: 4 * (cell.params['size'] ?? 0) }));

/** Finds all doubts about the six tables; a figure computed from doubtful ones is doubtful, too. */
function findDoubts(): readonly CellDoubt[] {
  // Every figure that the document derives from others, group by group.
  const groups: readonly (readonly Derived[])[] = [
    averages(),
    sweepMeans(),
    sweepRatios(),
    executions(),
    means(),
    ratios(),
    summaries(),
    throughputs(),
  ];
  const own: readonly CellDoubt[] = [
    ...tooFast([...sweepWork(), ...averageWork(), ...cryptoWork()]),
    ...tooLarge(integers(), SRAM),
    ...disagreements(listDuplicates()),
    ...groups.flatMap(findInconsistencies),
    ...groups.flatMap(unevenRounding),
  ];
  return groups.reduce((found, group) => [...found, ...findInheritedDoubts(group, found)], own);
}

/** The gap between the tower board's execution times and the mean of the other two boards. */
function below(threads: number): string {
  const name = rowName(threads, 'execution');
  const [own = NaN, ...others] = ['twr', 'rpi4', 'bbai'].map((id) => in5(id, name)?.value ?? NaN);
  const [less, more] = [1 - own / mean(others), mean(others) / own - 1];
  return `${(100 * less).toFixed(0)} % (the others' are ${(100 * more).toFixed(0)} % higher)`;
}

/** The largest decrease of the mean waiting time in table 3, in per cent. */
const computeWaiting = () =>
  -Math.min(
    ...table3.cells
      .filter(({ column, name }) => column === 'ratio' && name.endsWith('waiting'))
      .map(({ value }) => value),
  );

function describe(): PublishedDocument {
  const slowest = largestDifference();
  const sorting = inSweep(table1)('ratio', rowName(32))?.value ?? NaN;
  return {
    id: 'twr-k70',
    title: 'Timing and Performance Metrics for TWR-K70F120M Device',
    authors: ['George K. Adam'],
    year: 2023,
    remarks: [
      'A preprint without peer review.',
      'The shapes of the matrices, and whether n is for each thread or in total, are left open: ' +
        'every check here takes one array of n integers, and square matrices of n elements.',
      `The text says that execution times are lower by 56 % with 2 threads and by 29 % with 32; ` +
        `table 5 gives ${below(2)} and ${below(32)}.`,
      `On one core, more threads cannot shorten the same work; the time printed for sorting falls by ` +
        `${-sorting} % from 2 to 32 threads.`,
      'As printed, algorithm 1 joins a thread in the round that creates it: no two would run at once.',
      `The text says that waiting times fall by up to 7 %; in table 3 they fall by ${computeWaiting()} %.`,
      'DES is taken for triple DES, which wolfCrypt\'s benchmark of that time printed as "3DES".',
      'The text calls a mean response time the maximum, worst-case response.',
      `The text calls µClinux very close to MQX; "${slowest.name}" takes ${slowest.percent.toFixed(0)} % longer.`,
    ],
  };
}

/** The columns of the tower board's paper. */
export const twrColumns = (): readonly PublishedColumn[] =>
  finishColumns(describe(), [table1, table2, table3, table4, table5, table6], findDoubts());

import { cellFinder, finish } from '../cells';
import { mean } from '../derived';
import type { PublishedColumn, PublishedDocument } from '../model';
import { table3 } from './averages';
import { findings } from './checks';
import { largestDifference, table6 } from './crypto';
import { table4, table5 } from './platforms';
import { rowName, table1, table2 } from './sweeps';

const in1 = cellFinder(table1.cells);
const in5 = cellFinder(table5.cells);
const slowest = largestDifference();

/** The gap between the tower board's execution times and the mean of the other two boards. */
function below(threads: number): string {
  const name = rowName(threads, 'execution');
  const [own = NaN, ...others] = ['twr', 'rpi4', 'bbai'].map((id) => in5(id, name)?.value ?? NaN);
  const [less, more] = [1 - own / mean(others), mean(others) / own - 1];
  return `${(100 * less).toFixed(0)} % (the others' are ${(100 * more).toFixed(0)} % higher)`;
}

/** The largest decrease of the mean waiting time in table 3, in per cent. */
const waiting = -Math.min(
  ...table3.cells
    .filter(({ column, name }) => column === 'ratio' && name.endsWith('waiting'))
    .map(({ value }) => value),
);

const document: PublishedDocument = {
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
      `${-(in1('ratio', rowName(32))?.value ?? NaN)} % from 2 to 32 threads.`,
    'As printed, algorithm 1 joins a thread in the round that creates it: no two would run at once.',
    `The text says that waiting times fall by up to 7 %; in table 3 they fall by ${waiting} %.`,
    'DES is taken for triple DES, which wolfCrypt\'s benchmark of that time printed as "3DES".',
    'The text calls a mean response time the maximum, worst-case response.',
    `The text calls µClinux very close to MQX; "${slowest.name}" takes ${slowest.percent.toFixed(0)} % longer.`,
  ],
};

/** The columns of the tower board's paper. */
export const twrColumns: readonly PublishedColumn[] = finish(
  document,
  [table1, table2, table3, table4, table5, table6],
  findings,
);

import { finish } from '../columns';
import { unfounded } from '../derived';
import type { PublishedColumn, PublishedDocument } from '../model';
import { unevenRounding } from '../rounding';
import { average, CLOCK_RATIO, ratios } from './average';

const computed = ratios.map(({ expected }) => expected);
const [least, most] = [Math.min(...computed), Math.max(...computed)];

const document: PublishedDocument = {
  id: 'nxp-zephyr-linux',
  title:
    "Performance Analysis using NXP's i.MX RT1050 Crossover Processor and the Zephyr OS: " +
    'A benchmark study to understand performance advantages as compared to Linux BSP on i.MX 6UL',
  authors: ['Florin Leotescu', 'Marius Cristian Vlad'],
  year: undefined,
  remarks: [
    'The abstract says that both processors run at the same speed, but they run at 600 and ' +
      `528 MHz: a ratio of cycles times ${CLOCK_RATIO.toFixed(3)} is the ratio in time.`,
    `The abstract says 5 to 100 times faster; the table's own ratios go from ` +
      `${least.toFixed(1)} to ${most.toFixed(1)}.`,
    'Every figure is an average over three executions; but for the context switch, the cost of ' +
      'reading the clock is inside, and the two systems read different clocks in different ways.',
    'The text calls mutex lock and unlock two combined actions; its code and its table keep them apart.',
    'Mutexes and threads were used through calls of POSIX on both systems, the heap on Zephyr through k_malloc.',
    'No code is printed for the context switch, for threads on Zephyr, or for stack sizes.',
    'On Zephyr a context switch is printed as cheaper than an uncontended lock (47 against 53 ' +
      'cycles): the cost of reading the clock is in the one and not in the other.',
    'The conclusions mention cancelling threads, which nothing here measures.',
    'The Linux figures varied by up to 9 % from run to run.',
  ],
};

/** The white paper's columns. */
export const nxpColumns: readonly PublishedColumn[] = finish(
  document,
  [average],
  [...unfounded(ratios), ...unevenRounding(ratios)],
);

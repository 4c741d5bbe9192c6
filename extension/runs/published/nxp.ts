import { cellFinder, type ColumnHead, draft, finishColumns, lineCells, textTable } from './cells';
import { derive, type Derived, unevenRounding, findInconsistencies } from './derived';
import type { PublishedColumn, PublishedDocument, PublishedSystem } from './model';

const RT1050: PublishedSystem = {
  board: 'i.MX RT1050 EVK',
  core: 'Cortex-M7',
  coreHz: 600e6,
  os: 'Zephyr OS 1.11.99',
  again:
    'on the board: a Zephyr project with the agent in it, whose suites posix_* use the same calls',
};

const IMX6UL: PublishedSystem = {
  board: 'i.MX 6UL EVK',
  core: 'Cortex-A7',
  coreHz: 528e6,
  os: 'Linux BSP 4.9.88-imx_4.9.88_2.0.0_ga',
  again: 'on the board by ssh://, and in instructions on qemu-linux-imx6ul',
};

/** The ratio of the two boards' clocks: a ratio of cycles is not the ratio in time. */
const CLOCK_RATIO = RT1050.coreHz / IMX6UL.coreHz;

const HEADS: readonly ColumnHead[] = [
  { id: 'zephyr-rt1050', unit: 'cycles', system: RT1050 },
  { id: 'linux-imx6ul', unit: 'cycles', system: IMX6UL },
  { id: 'difference', unit: 'x', derived: true },
];

const FIGURES = `
heap/malloc           | Average heap malloc time (cycles)         | 1001 | 11499 | 11x
heap/free             | Average heap free time (cycles)           | 1126 | 4870  | 4x
mutex/lock            | Average pthread_mutex_lock time(cycles)   | 53   | 799   | 15x
mutex/unlock          | Average pthread_mutex_unlock time(cycles) | 83   | 818   | 10x
thread/create         | Average pthread_create time (cycles)      | 719  | 85478 | 118x
thread/join           | Average pthread_join time (cycles)        | 1702 | 89219 | 52x
context_switch/switch | Average Context switch time (cycles)      | 47   | 1284  | 27x
`;

/** The white paper's only table: seven operations on two systems. */
const average = draft(
  {
    table: { id: 'average', name: 'Average time of each operation', section: 'Collected data' },
    heads: HEADS,
  },
  () =>
    textTable(FIGURES).flatMap(([op, name = '', ...printed]) =>
      lineCells(HEADS, { name, op }, printed),
    ),
);

/** The printed ratios, computed from the cells next to them. */
function computeRatios(): readonly Derived[] {
  const at = cellFinder(average);
  return average.cells
    .filter(({ column }) => column === 'difference')
    .flatMap((cell) => {
      const inputs = [at('linux-imx6ul', cell.name), at('zephyr-rt1050', cell.name)];
      return derive(cell, 'ratio', inputs, ([linux = NaN, zephyr = NaN]) => linux / zephyr);
    });
}

const describe = (least: number, most: number): PublishedDocument => ({
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
      'reading the clock is inside, and the two systems read different clocks in different ways. ' +
      'Own figures are net of it.',
    'The text calls mutex lock and unlock two combined actions; its code and its table keep them apart.',
    'Mutexes and threads were used through calls of POSIX on both systems, the heap on Zephyr through k_malloc.',
    'No code is printed for the context switch, for threads on Zephyr, or for stack sizes.',
    'On Zephyr a context switch is printed as cheaper than an uncontended lock (47 against 53 ' +
      'cycles): the cost of reading the clock is in the one and not in the other.',
    'The conclusions mention cancelling threads, which nothing here measures.',
    'The Linux figures varied by up to 9 % from run to run.',
  ],
});

/** The white paper's columns. */
export function nxpColumns(): readonly PublishedColumn[] {
  const ratios = computeRatios();
  const computed = ratios.map(({ expected }) => expected);
  const document = describe(Math.min(...computed), Math.max(...computed));
  return finishColumns(
    document,
    [average],
    [...findInconsistencies(ratios), ...unevenRounding(ratios)],
  );
}

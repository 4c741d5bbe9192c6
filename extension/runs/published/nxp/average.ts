import { cellFinder, type ColumnHead, lineCells } from '../cells';
import type { Draft } from '../columns';
import { derive, type Derived } from '../derived';
import type { PublishedSystem } from '../model';
import { textTable } from '../text-table';

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
export const CLOCK_RATIO = RT1050.coreHz / IMX6UL.coreHz;

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
export const average: Draft = {
  table: { id: 'average', name: 'Average time of each operation', section: 'Collected data' },
  heads: HEADS,
  cells: textTable(FIGURES).flatMap(([op, name = '', ...printed]) =>
    lineCells(HEADS, { name, op }, printed),
  ),
};

/** The printed ratios, computed from the cells next to them. */
export const ratios: readonly Derived[] = average.cells
  .filter(({ column }) => column === 'difference')
  .flatMap((cell) => {
    const at = cellFinder(average.cells);
    const inputs = [at('linux-imx6ul', cell.name), at('zephyr-rt1050', cell.name)];
    return derive(cell, 'ratio', inputs, ([linux = NaN, zephyr = NaN]) => linux / zephyr);
  });

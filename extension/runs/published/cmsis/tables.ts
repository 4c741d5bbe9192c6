import { type ColumnHead, type Draft, lineCells, textTable } from '../cells';
import type { PublishedSystem } from '../model';
import { rowLine } from './rows';

function system(os: string, again: string): PublishedSystem {
  const board = 'microcontroller, 32K flash, 8K RAM';
  return { board, core: 'Cortex-M3', coreHz: 72e6, os, again };
}

const CLOSED = 'a commercial kernel without a name: nobody else can measure it';

const RTK = system(
  'CMSIS-RTOS RTK v4.7',
  "ARM's kernel is not among Cyclescope's; cmsis_rhealstone is its interface over another kernel",
);
const X_KERNEL = system('X Real-Time Kernel v2.1', CLOSED);
const X_ADAPTED = system(
  'X Real-Time Kernel v2.1, adaptation layer for CMSIS-RTOS',
  `${CLOSED}; cmsis_rhealstone against rhealstone asks the same question of FreeRTOS`,
);
const FOSS = system(
  'FOSS RTOS (not named)',
  'not named, but its calls are called like those of FreeRTOS, whose own rhealstone replaces it',
);

const TABLE_II = `
1 Yield+CS           | 3.92  | 3.64  | 2.1
2.1 Wait+CS          | 4.56  | 4.3   | 14.9
2.2 Release+Yield+CS | 4.68  | 4.62  | 10.8
2 Total              | 9.24  | 8.92  | 25.7
3.1 Get+CS           | 5.48  | 7.3   | 17.5
3.2 Put+preemption   | 5.72  | 6.4   | 9.7
3 Total              | 11.2  | 13.7  | 27.2
4.1 Alloc            | 0.92  | 1.4   | 3.8
4.2 Free             | 1.12  | 0.96  | 3.1
4 Total              | 2.04  | 2.36  | 6.9
5.1 Suspend+CS       | 5.5   | 4.4   | 5.1
5.2 Resume           | 2.5   | 2.48  | 3.8
5.3 CS to task       | 5.6   | 2.5   | 1.9
5 Total              | 8.1   | 4.98  | 5.7
6 IRQ Latency        | 0.32  | 0.32  | 0.32
k Rhealstones*/s     | 172.3 | 176.8 | 88.3
`;

const TABLE_III = `
5.1 Suspend+CS   | 4.46
5.2 Resume       | 2.60
5.3 CS to task   | 2.5
5 Total          | 4.98
k Rhealstones*/s | 176.3
`;

const section = 'VII. Measurements';

/** Table II: three kernels on one microcontroller. */
export const tableII = draft(
  { id: 'table-ii', name: 'Table II, measured times', section },
  [
    { id: 'rtk', unit: 'µs', system: RTK },
    { id: 'x', unit: 'µs', system: X_KERNEL },
    { id: 'foss', unit: 'µs', system: FOSS },
  ],
  TABLE_II,
);

/** Table III: test 5 again, through an adaptation layer. */
export const tableIII = draft(
  { id: 'table-iii', name: 'Table III, measured times in test 5', section },
  [{ id: 'x-adapted', unit: 'µs', system: X_ADAPTED }],
  TABLE_III,
);

function draft(table: Draft['table'], heads: readonly ColumnHead[], text: string): Draft {
  const cells = textTable(text).flatMap(([name = '', ...printed]) =>
    lineCells(heads, rowLine(name), printed),
  );
  return { table, heads, cells };
}

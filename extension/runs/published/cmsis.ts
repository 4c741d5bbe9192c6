import { sumNumbers } from '../../base';
import {
  type Cell,
  type CellDoubt,
  cellFinder,
  type CellLine,
  type ColumnHead,
  draft,
  type Draft,
  finishColumns,
  lineCells,
  textTable,
} from './cells';
import { derive, type Derived, unevenRounding, findInconsistencies } from './derived';
import type { PublishedColumn, PublishedDocument, PublishedPart, PublishedSystem } from './model';

/** Our operation for a row, and table I: the calls of each kernel. */
const OPERATIONS = textTable(`
1 Yield+CS           | yield             | osThreadYield      | os.Yield         | YIELD
2.1 Wait+CS          | semaphore_wait    | osSemaphoreWait    | sem.Wait         | SemaphoreTake
2.2 Release+Yield+CS | semaphore_release | osSemaphoreRelease | sem.Signal       | SemaphoreGive
3.1 Get+CS           | message_get       | osMessageGet       | os.Receive       | QueueReceive
3.2 Put+preemption   | message_put       | osMessagePut       | os.Put           | QueueSend
4.1 Alloc            | alloc             | osPoolAlloc        | os.Alloc         | Malloc
4.2 Free             | free              | osPoolFree         | os.Free          | Free
5.1 Suspend+CS       | suspend           | osSignalWait       | os.SuspendThread | Suspend
5.2 Resume           | resume            | osSignalSet        | os.ResumeThread  | Resume
5.3 CS to task       | activation
6 IRQ Latency        | interrupt_latency
`);

/** The row that holds the composite. */
const COMPOSITE = 'k Rhealstones*/s';

/** The rows summed up in a total; total 5 leaves 5.1 out. */
const TOTALS: Readonly<Record<string, readonly string[]>> = {
  '2 Total': ['2.1 Wait+CS', '2.2 Release+Yield+CS'],
  '3 Total': ['3.1 Get+CS', '3.2 Put+preemption'],
  '4 Total': ['4.1 Alloc', '4.2 Free'],
  '5 Total': ['5.2 Resume', '5.3 CS to task'],
};

/** The six rows of the composite. */
const SIX = ['1 Yield+CS', '2 Total', '3 Total', '4 Total', '5 Total', '6 IRQ Latency'];

/** The subject of a row of tables II and III, and its unit. */
function rowLine(name: string): CellLine {
  if (name === COMPOSITE) {
    const parts = SIX.flatMap(listParts);
    return { name, unit: 'k Rhealstones/s', made: { rule: 'composite', parts } };
  }
  const [, op, ...calls] = OPERATIONS.find(([row]) => row === name) ?? [];
  if (op === undefined) return { name, made: { rule: 'sum', parts: listParts(name) } };
  return { name, op: `rhealstone/${op}`, calls };
}

/** The operations whose sum is one of the six rows. */
function listParts(name: string): PublishedPart[] {
  return (TOTALS[name] ?? [name]).flatMap((part) => {
    const op = OPERATIONS.find(([row]) => row === part)?.[1];
    return op === undefined ? [] : [{ op: `rhealstone/${op}`, params: {} }];
  });
}

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
const tableII = readTable(
  { id: 'table-ii', name: 'Table II, measured times', section },
  [
    { id: 'rtk', unit: 'µs', system: RTK },
    { id: 'x', unit: 'µs', system: X_KERNEL },
    { id: 'foss', unit: 'µs', system: FOSS },
  ],
  TABLE_II,
);

/** Table III: test 5 again, through an adaptation layer. */
const tableIII = readTable(
  { id: 'table-iii', name: 'Table III, measured times in test 5', section },
  [{ id: 'x-adapted', unit: 'µs', system: X_ADAPTED }],
  TABLE_III,
);

function readTable(table: Draft['table'], heads: readonly ColumnHead[], text: string): Draft {
  return draft({ table, heads }, () =>
    textTable(text).flatMap(([name = '', ...printed]) => lineCells(heads, rowLine(name), printed)),
  );
}

type Find = (name: string) => Cell | undefined;

const ii = cellFinder(tableII);
const iii = cellFinder(tableIII);

/** Complete columns; the adapted kernel takes the rows missing in table III from table II. */
const COLUMNS: readonly Find[] = [
  ...tableII.heads.map(
    ({ id }): Find =>
      (name) =>
        ii(id, name),
  ),
  (name) => iii('x-adapted', name) ?? ii('x', name),
];

const computeTotals = (): readonly Derived[] =>
  COLUMNS.flatMap((at) =>
    Object.entries(TOTALS).flatMap(([total, parts]) =>
      derive(at(total), 'sum', parts.map(at), sumNumbers),
    ),
  );

/** Computes a column's composite from its six rows; total 5 is computed from its own parts. */
function composite(at: Find): Derived[] {
  const parts = SIX.flatMap((name) => (name === '5 Total' ? (TOTALS[name] ?? []) : [name]));
  return derive(
    at(COMPOSITE),
    'composite',
    parts.map(at),
    (values) => 1000 / (sumNumbers(values) / SIX.length),
  );
}

/** The difference between the printed and the true composites of the X kernel, in per cent. */
function adaptationOverhead(composites: readonly Derived[]): { printed: number; computed: number } {
  const [, plain, , adapted] = composites;
  const loss = (of: (each: Derived) => number): number =>
    plain === undefined || adapted === undefined ? NaN : 100 * (1 - of(adapted) / of(plain));
  return { printed: loss(({ cell }) => cell.value), computed: loss(({ expected }) => expected) };
}

/** The widest ratio between two kernels in one row of table II. */
function widestRow(): { name: string; ratio: number } {
  const names = new Set(tableII.cells.map(({ name }) => name));
  return [...names]
    .map((name) => {
      const values = tableII.cells.filter((cell) => cell.name === name).map(({ value }) => value);
      return { name, ratio: Math.max(...values) / Math.min(...values) };
    })
    .reduce((widest, each) => (each.ratio > widest.ratio ? each : widest));
}

const describe = (
  overhead: ReturnType<typeof adaptationOverhead>,
  widest: ReturnType<typeof widestRow>,
): PublishedDocument => ({
  id: 'cmsis-rtos',
  title: 'Performance evaluation of CMSIS-RTOS against a commercial and a FOSS kernel',
  authors: [],
  year: undefined,
  remarks: [
    'The text at hand prints neither title, authors nor year; the title here is ours.',
    'Measured with an oscilloscope on two pins; setting or clearing a pin takes 30 ns, which is in every figure.',
    'k Rhealstones/s are 1000 / the mean of the six totals in µs; total 5 excludes 5.1.',
    'The composite of table III follows from 5.2 + 5.3, not from the total 5 that it prints.',
    `The text gives the adaptation layer 0.35 %; its printed composites differ by ${overhead.printed.toFixed(2)} %, ` +
      `its times by ${overhead.computed.toFixed(2)} %.`,
    `The text names 3.45:1 as the largest difference in a single row; "${widest.name}" differs ${widest.ratio.toFixed(2)}:1.`,
    'Memory is allocated from a pool by RTK and by malloc on the FOSS kernel: row 4 does not compare the same service.',
    'The text calls ARM\'s kernel "RTK"; it is known as RTX.',
  ],
});

/** The columns of the CMSIS-RTOS evaluation. */
export function cmsisColumns(): readonly PublishedColumn[] {
  const composites = COLUMNS.flatMap(composite);
  const document = describe(adaptationOverhead(composites), widestRow());
  // Everything in the two tables' own figures that is contradictory.
  const findings: readonly CellDoubt[] = [
    ...findInconsistencies([...computeTotals(), ...composites]),
    ...unevenRounding(composites),
  ];
  return finishColumns(document, [tableII, tableIII], findings);
}

import { type Cell, cellFinder, type Finding, finish } from '../cells';
import { derive, type Derived, sum, unevenRounding, unfounded } from '../derived';
import type { PublishedColumn, PublishedDocument } from '../model';
import { COMPOSITE, SIX, TOTALS } from './rows';
import { tableII, tableIII } from './tables';

type Find = (name: string) => Cell | undefined;

const ii = cellFinder(tableII.cells);
const iii = cellFinder(tableIII.cells);

/** Complete columns; the adapted kernel takes the rows missing in table III from table II. */
const COLUMNS: readonly Find[] = [
  ...tableII.heads.map(
    ({ id }): Find =>
      (name) =>
        ii(id, name),
  ),
  (name) => iii('x-adapted', name) ?? ii('x', name),
];

const totals = COLUMNS.flatMap((at) =>
  Object.entries(TOTALS).flatMap(([total, parts]) => derive(at(total), 'sum', parts.map(at), sum)),
);

/** The six rows of a column; its total 5 is computed from its own parts. */
function composite(at: Find): Derived[] {
  const parts = SIX.flatMap((name) => (name === '5 Total' ? (TOTALS[name] ?? []) : [name]));
  return derive(
    at(COMPOSITE),
    'composite',
    parts.map(at),
    (values) => 1000 / (sum(values) / SIX.length),
  );
}

/** The composites, computed from the times of their column. */
const composites: readonly Derived[] = COLUMNS.flatMap(composite);

/** The difference between the printed and the true composites of the X kernel, in per cent. */
function adaptationOverhead(): { printed: number; computed: number } {
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

/** Everything in the two tables' own figures that is contradictory. */
const findings: readonly Finding[] = [
  ...unfounded([...totals, ...composites]),
  ...unevenRounding(composites),
];

const overhead = adaptationOverhead();
const widest = widestRow();

const document: PublishedDocument = {
  id: 'cmsis-rtos',
  title: 'Performance evaluation of CMSIS-RTOS against a commercial and a FOSS kernel',
  authors: [],
  year: undefined,
  remarks: [
    'The text at hand prints neither title, authors nor year; the title here is ours.',
    'Measured with an oscilloscope on two pins; setting or clearing a pin takes 30 ns, which is in every figure.',
    'k Rhealstones/s are 1000 / the mean of the six totals in µs; total 5 leaves out 5.1.',
    'The composite of table III follows from 5.2 + 5.3, not from the total 5 that it prints.',
    `The text gives the adaptation layer 0.35 %; its printed composites differ by ${overhead.printed.toFixed(2)} %, ` +
      `its times by ${overhead.computed.toFixed(2)} %.`,
    `The text names 3.45:1 as the largest difference in a single row; "${widest.name}" differs ${widest.ratio.toFixed(2)}:1.`,
    'Memory is allocated from a pool by RTK and by malloc on the FOSS kernel: row 4 does not compare the same service.',
    'The text calls ARM\'s kernel "RTK"; it is known as RTX.',
  ],
};

/** The columns of the CMSIS-RTOS evaluation. */
export const cmsisColumns: readonly PublishedColumn[] = finish(
  document,
  [tableII, tableIII],
  findings,
);

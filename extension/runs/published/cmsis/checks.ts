import { type Cell, cellFinder, type Finding } from '../cells';
import { derive, type Derived, sum, unfounded } from '../derived';
import { unevenRounding } from '../rounding';
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
export const composites: readonly Derived[] = COLUMNS.flatMap(composite);

/** The difference between the printed and the true composites of the X kernel, in per cent. */
export function adaptationOverhead(): { printed: number; computed: number } {
  const [, plain, , adapted] = composites;
  const loss = (of: (each: Derived) => number): number =>
    plain === undefined || adapted === undefined ? NaN : 100 * (1 - of(adapted) / of(plain));
  return { printed: loss(({ cell }) => cell.value), computed: loss(({ expected }) => expected) };
}

/** The widest ratio between two kernels in one row of table II. */
export function widestRow(): { name: string; ratio: number } {
  const names = new Set(tableII.cells.map(({ name }) => name));
  return [...names]
    .map((name) => {
      const values = tableII.cells.filter((cell) => cell.name === name).map(({ value }) => value);
      return { name, ratio: Math.max(...values) / Math.min(...values) };
    })
    .reduce((widest, each) => (each.ratio > widest.ratio ? each : widest));
}

/** Everything in the two tables' own figures that is contradictory. */
export const findings: readonly Finding[] = [
  ...unfounded([...totals, ...composites]),
  ...unevenRounding(composites),
];

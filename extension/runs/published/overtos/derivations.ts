import { type Cell, cellFinder } from '../cells';
import { change, derive, type Derived } from '../derived';
import { beyond } from './beyond';
import { BINDINGS, LANGUAGES } from './board';
import { cases } from './cases';
import { pairs } from './pairs';

const inCases = cellFinder(cases.cells);
const inBeyond = cellFinder(beyond.cells);
const inPairs = cellFinder(pairs.cells);

/** The deltas of the main table; its cells are rounded more coarsely than its deltas. */
export const caseDeltas: readonly Derived[] = overBindings(cases.cells, (id, name) =>
  derive(inCases(`${id}-delta`, name), 'delta', [inCases(id, name), inCases('c', name)], change),
);

/** The deltas of the list beyond 10 %, in whole nanoseconds. */
export const beyondDeltas: readonly Derived[] = overBindings(beyond.cells, (id, name) =>
  derive(
    inBeyond(`${id}-delta`, name),
    'delta',
    [inBeyond(id, name), inBeyond(`${id}-baseline`, name)],
    change,
  ),
);

/** The differences between wrappers and the calls they wrap. */
export const pairDeltas: readonly Derived[] = LANGUAGES.flatMap(({ id }) =>
  namesOf(pairs.cells).flatMap((name) =>
    derive(
      inPairs(`${id}-delta`, name),
      'difference',
      [inPairs(`${id}-wrapper`, name), inPairs(`${id}-native`, name)],
      ([wrapper = NaN, native = NaN]) => wrapper - native,
    ),
  ),
);

function overBindings(
  cells: readonly Cell[],
  each: (id: string, name: string) => Derived[],
): Derived[] {
  return BINDINGS.flatMap(({ id }) => namesOf(cells).flatMap((name) => each(id, name)));
}

function namesOf(cells: readonly Cell[]): string[] {
  return [...new Set(cells.map(({ name }) => name))];
}

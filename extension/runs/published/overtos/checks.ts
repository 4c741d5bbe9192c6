import { cellFinder, type Finding } from '../cells';
import { unfounded } from '../derived';
import { disagreements, type Twice } from '../disagree';
import { inherited } from '../plausible';
import { outOfReach } from '../reach';
import { beyond } from './beyond';
import { LANGUAGES } from './board';
import { cases } from './cases';
import { beyondDeltas, caseDeltas, pairDeltas } from './derivations';
import { fasterThanWrapped, meetless, unequalTwins } from './doubts';
import { nativeCase } from './native';
import { PAIRED_CASES, pairs } from './pairs';

const inCases = cellFinder(cases.cells);
const inPairs = cellFinder(pairs.cells);

/** Every figure printed in two of the three tables. */
const twice: readonly Twice[] = [
  ...beyond.cells.map((second) => ({
    first: inCases(second.column.replace(/^.*-baseline$/, 'c'), second.name),
    second,
    firstTable: 'the main table',
    secondTable: 'the list beyond 10 %',
  })),
  ...LANGUAGES.flatMap(({ id }) =>
    Object.entries(PAIRED_CASES).flatMap(([name, [wrapper, native]]) => {
      const tables = { firstTable: 'the main table', secondTable: 'the table of pairs' };
      return [
        { first: inCases(id, wrapper), second: inPairs(`${id}-wrapper`, name), ...tables },
        {
          first: inCases(id, nativeCase(native)),
          second: inPairs(`${id}-native`, name),
          ...tables,
        },
      ];
    }),
  ),
];

const own: readonly Finding[] = [
  ...outOfReach(caseDeltas),
  ...unfounded([...beyondDeltas, ...pairDeltas]),
  ...disagreements(twice),
  ...unequalTwins(),
  ...fasterThanWrapped(),
  ...meetless(),
];

/** Everything in the three tables that contradicts itself or another table. */
export const findings: readonly Finding[] = [
  ...own,
  ...inherited([...caseDeltas, ...beyondDeltas, ...pairDeltas], own),
];

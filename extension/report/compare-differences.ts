import { isChange } from '../compare';
import { compareProfiles, differenceText, mainChanges, type OperationDifference } from '../profile';
import { fullName } from '../runs';
import type { Compared } from './compared';
import type { Section } from './section';

/** The functions that make the differences of a column to the baseline. */
export interface LocatedDifference {
  /** Operations whose figures differ and that both sides have profiles of. */
  readonly operations: readonly OperationDifference[];
  /** Profiles that cannot be read. */
  readonly problems: readonly string[];
}

/** Finds the functions that make the differences, where both columns were profiled. */
export function locateDifference(
  { columns, labels, comparison }: Compared,
  at: number,
): LocatedDifference {
  const [before, after] = [columns[0]?.profile, columns[at]?.profile];
  if (at === 0 || before === undefined || after === undefined) return NOTHING;
  const problems = [0, at].flatMap((own) => {
    const { problem, hint } = columns[own]?.profile ?? {};
    return problem === undefined ? [] : [`${labels[own]}: ${problem} ${hint}`];
  });
  if (!before.profile || !after.profile) return { operations: [], problems };
  const differing = new Set(
    comparison.operations.filter(({ outcomes }) => isChange(outcomes[at - 1])).map(fullName),
  );
  const operations = compareProfiles(before.profile, after.profile, (name) => differing.has(name));
  return { operations: operations.filter((each) => mainChanges(each).length > 0), problems };
}

const NOTHING: LocatedDifference = { operations: [], problems: [] };

/** Functions of each operation that are shown; JSON has all. */
const MOST = 10;

/** Lists by operation the functions that make the difference of a column to the baseline. */
export function differenceSection(compared: Compared, at: number): Section[] {
  const { operations, problems } = locateDifference(compared, at);
  if (operations.length + problems.length === 0) return [];
  const { columns, labels } = compared;
  const whose = columns.length > 2 ? `: ${labels[at]} against ${labels[0]}` : '';
  const sides = operations.some(({ layers }) => layers.length > 0)
    ? ` Layers are those of ${labels[0]} before and ${labels[at]} after.`
    : '';
  const texts = operations.map((each) => differenceText(each, MOST).join('\n'));
  return [
    {
      title: `Where the difference lies${whose}`,
      lead:
        'Instructions of one operation by function, with those of the clock and the loop: "self" is the change of ' +
        `a function alone, and adds up to the difference; "total" includes callees.${sides}`,
      picture: texts.join('\n\n').split('\n'),
      lines: problems,
    },
  ];
}

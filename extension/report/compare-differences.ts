import { listNames } from '../base';
import { isChange } from '../compare';
import {
  compareProfiles,
  differenceText,
  mainChanges,
  type OperationDifference,
  type RunProfile,
} from '../profile';
import { fullName } from '../runs';
import type { Compared } from './compared';
import type { Section } from './section';

/** The functions that make the differences of a column to the baseline. */
export interface LocatedDifference {
  /** Operations whose figures differ and that both sides have profiles of. */
  readonly operations: readonly OperationDifference[];
  /** Profiles that cannot be read, and operations whose profiles cannot be compared. */
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
  return {
    operations: operations.filter((each) => mainChanges(each).length > 0),
    problems: reportSampled(before.profile, after.profile, differing),
  };
}

/** Sampled operations that are named; there may be as many as in the catalogue. */
const MOST_SAMPLED = 3;

/** Reports the operations that both sides have profiles of, but not of instructions. */
function reportSampled(
  before: RunProfile,
  after: RunProfile,
  differing: ReadonlySet<string>,
): string[] {
  const others = new Map(after.operations.map((each) => [each.name, each]));
  const names = before.operations.flatMap(({ name, sampled }) => {
    const other = others.get(name);
    return differing.has(name) && other && (sampled ?? other.sampled) ? [name] : [];
  });
  if (names.length === 0) return [];
  const were = names.length === 1 ? 'was' : 'were';
  return [`${listNames(names, MOST_SAMPLED)} ${were} sampled: sampled profiles are not compared.`];
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
  const lead =
    'Instructions of one operation by function, with those of the clock and the loop: "self" is the change of ' +
    `the function itself, and adds up to the difference; "total" includes callees.${sides}`;
  return [
    {
      title: `Where the difference lies${whose}`,
      ...(texts.length > 0 && { lead, picture: texts.join('\n\n').split('\n') }),
      lines: problems,
    },
  ];
}

import { pointKey } from '../../sweep/points';
import type { Subject } from './subject';

/** The same operation in every column that has it. */
export type MatchedSubjects = readonly (Subject | undefined)[];

interface Row {
  /** What the row is about: a column's subject with all of its parameters. */
  readonly meant: Subject;
  /** The column's subject that the others are held against. */
  readonly leader: Subject;
  readonly cells: (Subject | undefined)[];
}

/**
 * Matches operations by suite, name and parameters, in the order of the first column. Documents and
 * other tools tell some of the parameters, or none: theirs is the only operation that has those, and
 * none where there are several.
 */
export function matchSubjects(columns: readonly (readonly Subject[])[]): MatchedSubjects[] {
  const all = columns.flat();
  const rows: Row[] = [];
  columns.forEach((subjects, at) => {
    for (const subject of subjects) {
      const meant = meantBy(subject, all);
      const row = rows.find((each) => isSame(each.meant, meant));
      if (row === undefined) {
        const cells = new Array<Subject | undefined>(columns.length).fill(undefined);
        cells[at] = subject;
        rows.push({ meant, leader: subject, cells });
        continue;
      }
      // A column may measure an operation by several clocks: the unit of the others wins.
      const taken = row.cells[at];
      if (taken === undefined || isBetter(subject, taken, row.leader)) row.cells[at] = subject;
    }
  });
  return rows.map(({ cells }) => cells);
}

function meantBy(subject: Subject, all: readonly Subject[]): Subject {
  // Of what was measured all parameters are known.
  if (subject.measured) return subject;
  const fuller = all.filter((other) => tellsMore(other, subject));
  const [first, ...others] = fuller.map((other) => meantBy(other, all));
  const isOnly = first !== undefined && others.every((other) => isSame(first, other));
  return isOnly ? first : subject;
}

/** Whether one tells the same parameters as another, and more of them. */
function tellsMore(one: Subject, other: Subject): boolean {
  if (one.params === undefined || nameOf(one) !== nameOf(other)) return false;
  if (other.params === undefined) return true;
  const { params } = one;
  const told = Object.entries(other.params);
  const isPart = told.every(([name, value]) => params[name] === value);
  return isPart && told.length < Object.keys(params).length;
}

function isSame(one: Subject, other: Subject): boolean {
  return nameOf(one) === nameOf(other) && keyOf(one) === keyOf(other);
}

function isBetter(candidate: Subject, taken: Subject, { scale }: Subject): boolean {
  return taken.scale.unit !== scale.unit && candidate.scale.unit === scale.unit;
}

function keyOf({ params }: Subject): string | undefined {
  return params && pointKey(params);
}

function nameOf({ suite, op }: Subject): string {
  return `${suite}/${op}`;
}

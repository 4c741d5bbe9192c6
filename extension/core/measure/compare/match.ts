import { paramsText, type Subject } from './subject';

/** The same operation in every column that has it. */
export type MatchedSubjects = readonly (Subject | undefined)[];

interface Row {
  /** The column's subject that the others are held against. */
  readonly leader: Subject;
  readonly cells: (Subject | undefined)[];
}

/** Matches operations by suite, name and parameters, in the order of the first column. */
export function matchSubjects(columns: readonly (readonly Subject[])[]): MatchedSubjects[] {
  const ambiguous = ambiguousNames(columns);
  const rows: Row[] = [];
  columns.forEach((subjects, at) => {
    for (const subject of subjects) {
      const row = rows.find(({ leader }) => isSame(leader, subject, ambiguous));
      if (row === undefined) {
        const cells = new Array<Subject | undefined>(columns.length).fill(undefined);
        cells[at] = subject;
        rows.push({ leader: subject, cells });
        continue;
      }
      // A column may measure an operation by several clocks: the unit of the others wins.
      const taken = row.cells[at];
      if (taken === undefined || isBetter(subject, taken, row.leader)) row.cells[at] = subject;
    }
  });
  return rows.map(({ cells }) => cells);
}

function isSame(one: Subject, other: Subject, ambiguous: ReadonlySet<string>): boolean {
  if (nameOf(one) !== nameOf(other)) return false;
  if (one.params === undefined || other.params === undefined) {
    return one.params === other.params || !ambiguous.has(nameOf(one));
  }
  return paramsText(one.params) === paramsText(other.params);
}

function isBetter(candidate: Subject, taken: Subject, { scale }: Subject): boolean {
  return taken.scale.unit !== scale.unit && candidate.scale.unit === scale.unit;
}

/** Names that some column measures with several sets of parameters. */
function ambiguousNames(columns: readonly (readonly Subject[])[]): ReadonlySet<string> {
  const seen = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const subject of columns.flat()) {
    if (subject.params === undefined) continue;
    const name = nameOf(subject);
    const params = paramsText(subject.params);
    if ((seen.get(name) ?? params) !== params) ambiguous.add(name);
    seen.set(name, params);
  }
  return ambiguous;
}

function nameOf({ suite, op }: Subject): string {
  return `${suite}/${op}`;
}

import type { ImageBuild } from '../../agent/manifest';
import type { Column } from './column';

/** A fact that columns tell differently; nothing stands where a column does not tell it. */
export interface FactDifference {
  readonly name: string;
  /** Whether it may change figures, or only says which run or image this is. */
  readonly matters: boolean;
  readonly values: readonly (string | undefined)[];
}

// What was measured by the agent itself, or names a thing without being able to slow it.
// Every fact that is not known here is taken to change figures.
const IDENTITY: ReadonlySet<string> = new Set([
  ...['agent', 'protocol', 'image', 'ring', 'clock_check', 'clock_read', 'clock_step'],
  ...['target', 'host', 'hostname', 'sha256', 'repeats'],
]);

/** The facts of configuration that differ between columns, those that change figures first. */
export function factDifferences(columns: readonly Column[], build: ImageBuild): FactDifference[] {
  const told = columns.map((column) => factsOf(column, build));
  const names = [...new Set(told.flatMap((facts) => [...facts.keys()]))];
  const differences = names.flatMap((name): FactDifference[] => {
    const values = told.map((facts) => facts.get(name));
    const measured = values.filter((_, at) => tellsAll(columns[at]));
    return differ(values, measured) ? [{ name, matters: !IDENTITY.has(name), values }] : [];
  });
  return [
    ...differences.filter(({ matters }) => matters),
    ...differences.filter(({ matters }) => !matters),
  ];
}

/** Documents and other tools leave out much; of runs it is a difference when one tells what another does not. */
function differ(
  values: readonly (string | undefined)[],
  measured: readonly (string | undefined)[],
): boolean {
  const stated = values.filter((value) => value !== undefined);
  return new Set(stated).size > 1 || new Set(measured).size > 1;
}

function tellsAll(column: Column | undefined): boolean {
  return column?.kind === 'run' && column.record.imported === undefined;
}

function factsOf(column: Column, build: ImageBuild): ReadonlyMap<string, string> {
  if (column.kind === 'published') return new Map(Object.entries(column.facts));
  const { target, passes, imported } = column.record;
  if (imported !== undefined) return new Map(Object.entries(imported.facts));
  const pass = passes.find((each) => each.build === build);
  if (pass === undefined) return new Map([['target', target.id]]);
  const { compiler, flags, sha256, hooks } = pass.image;
  return new Map([
    ['target', target.id],
    ...Object.entries({ compiler, flags, hooks: String(hooks) }),
    ...Object.entries(pass.facts),
    ['sha256', sha256],
    ['repeats', String(column.record.repeat)],
  ]);
}

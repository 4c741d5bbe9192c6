import { type Declaration, type Declarations, readDeclarations } from './declarations.mjs';
import { BENCH_FLAGS, type SourceGroup } from './recipe-types';

export type { Declarations } from './declarations.mjs';
export { readDeclarations };

const AGENT = 'target-agent';

/** Paths of folders of the agent's. */
export function agentPaths(names: string): readonly string[] {
  return names.split(' ').map((name) => `${AGENT}/${name}`);
}

/** A folder's declarations under some keys, in order. */
export function entriesUnder(
  { lists }: Declaration,
  ...keys: readonly string[]
): readonly string[] {
  return keys.flatMap((key) => lists[key] ?? []);
}

/** The declaration of a port, a part, a clock or a board, which a recipe names. */
export function declaration(of: Declarations['ports'], name: string): Declaration {
  const found = of[name];
  if (found === undefined) throw new Error(`The agent's sources declare no "${name}".`);
  return found;
}

/** The families that an agent has unless it is built without them. */
const ownFamilies = ({ families }: Declarations) =>
  families.filter(({ lists }) => lists['ON_REQUEST'] === undefined);

/** The names of the families that an agent has unless it is built without them. */
export const listFamilies = (packageFolder: string): readonly string[] =>
  ownFamilies(readDeclarations(packageFolder)).map(({ name }) => name);

/** Sources of every family: its benchmarks, or their variants of one kind. */
export const familySources = (
  agent: Declarations,
  key: 'SOURCES' | 'CMSIS' | 'BINDINGS',
): SourceGroup => ({
  ours: true,
  files: ownFamilies(agent).flatMap((family) => entriesUnder(family, key)),
  flags: BENCH_FLAGS,
});

/** The twins of some benchmarks in the system's own calls, of a port that has them. */
export const nativeSources = ({ ports }: Declarations, port: string): SourceGroup => ({
  ours: true,
  files: entriesUnder(declaration(ports, port), 'NATIVE'),
  flags: BENCH_FLAGS,
});

/** Sources of a port in every image: its own, its parts, and those that families need from it. */
export function portSources(agent: Declarations, name: string): readonly string[] {
  const port = declaration(agent.ports, name);
  const needs = new Set(ownFamilies(agent).flatMap((family) => entriesUnder(family, 'NEEDS')));
  const needed = [...needs].flatMap((need) => entriesUnder(port, need.toUpperCase()));
  const parts = [...entriesUnder(port, 'PARTS'), ...needed].flatMap((part) =>
    part.endsWith('.c') ? [part] : entriesUnder(declaration(agent.parts, part), 'SOURCES'),
  );
  return [...entriesUnder(port, 'SOURCES', 'MEASURED'), ...parts];
}

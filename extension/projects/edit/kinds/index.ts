import type { ProjectFolder } from '../project-folder';
import type { Project } from '../project';
import { cmakeFreertos, cmakeLinux } from './cmake';
import { LISTS } from './executables';
import type { ProjectKind } from './kind';
import { mcuxpresso, mcuxpressoZip } from './mcuxpresso';
import { zephyr } from './zephyr';

export { listSubdirectories, type Executable, listExecutables, LISTS } from './executables';
export { CONF, type Plan, type ProjectKind } from './kind';
export { buildFolder } from './steps';

/** Every kind of project; a folder is of the first that recognises it. */
const kinds: readonly ProjectKind[] = [
  zephyr,
  mcuxpresso,
  mcuxpressoZip,
  cmakeFreertos,
  cmakeLinux,
];

const distinct = (texts: readonly string[]) => [...new Set(texts)];

/** Files of projects that are read. */
export const projectFiles = distinct([LISTS, ...kinds.flatMap(({ files }) => files)]);

/** Files with which a workspace starts the extension. */
export const projectMarks = distinct(kinds.flatMap(({ marks }) => marks)).sort();

/** The titles of all kinds. */
export const projectTitles = distinct(kinds.map(({ title }) => title));

/** The kind of project that a CMakeLists.txt is for, and the files that show it. */
export function recognise(project: ProjectFolder) {
  for (const kind of kinds) {
    const sources = kind.recognise(project);
    if (sources !== undefined) return { kind, sources };
  }
  return undefined;
}

/** The kind of a project, which is always one of those. */
export function getProjectKind({ kind }: Pick<Project, 'kind'>): ProjectKind {
  const known = kinds.find((each) => each.kind === kind);
  if (known === undefined) throw new Error(`no kind of project is called ${kind}`);
  return known;
}

/** Its build accepts modules, which Kconfig enables; others have only CMake. */
export const takesModules = (project: Pick<Project, 'kind'>) =>
  getProjectKind(project).entry.kind === 'module';

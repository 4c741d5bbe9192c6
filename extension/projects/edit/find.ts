import type { SetupGap } from '../../targets';
import { choosePathModule, type World } from '../detect';
import { type MarkedBlock, readBlock, readWritten } from './block';
import { collectVariables } from './cmake';
import {
  listSubdirectories,
  type Executable,
  listExecutables,
  type ProjectKind,
  recognise,
  takesModules,
} from './kinds';
import { type ProjectFolder, listProjectFolders } from './project-folder';
import type { Project } from './project';

/** The projects of a world that the agent can be added to. */
export function findProjects(world: World): readonly Project[] {
  return world.folders.flatMap((folder) => {
    const projectFolders = listProjectFolders(folder, world).flatMap((project) => {
      const found = recognise(project);
      return found === undefined ? [] : [{ project, ...found }];
    });
    const added = projectFolders.flatMap(({ project }) =>
      listSubdirectories(project).map((name) =>
        choosePathModule(world).resolve(project.path, name),
      ),
    );
    return projectFolders
      .filter(({ project }) => !added.includes(project.path))
      .map(({ project, kind, sources }) => toProject(project, kind, sources));
  });
}

function toProject(project: ProjectFolder, kind: ProjectKind, sources: readonly string[]): Project {
  const { path, reading, lists, world } = project;
  const sure = kind.facts.flatMap((source) => source(project));
  // Possible boards do not matter once the board is known.
  const isSure = sure.some(({ question }) => question === 'board');
  const facts = isSure ? sure : [...sure, ...(kind.possibleBoards?.(project) ?? [])];
  const block = readBlock(lists.text);
  const decided = block && targetOfBlock(block, kind);
  const targets = takesModules(kind) ? [] : (decided ?? listExecutables(project));
  const name =
    collectVariables(reading.calls).get('PROJECT_NAME') ?? choosePathModule(world).basename(path);
  return {
    kind: kind.kind,
    sources,
    folder: path,
    title: `${kind.title} "${name}"`,
    facts: [
      ...facts,
      ...targets.map((target) => ({
        question: 'target' as const,
        value: target.name,
        source: target.source,
      })),
    ],
    gaps: [unreadable(project), kind.gap?.(project, facts)].filter((gap) => gap !== undefined),
    hasAgent: block !== undefined,
    environment: {},
    ...kind.details?.(project, facts),
  };
}

/** The target that was chosen when the agent was added. */
function targetOfBlock(block: MarkedBlock, kind: ProjectKind): readonly Executable[] | undefined {
  const written = readWritten(block, kind);
  if (!('target' in written) || written.target === '') return undefined;
  return [{ name: written.target, source: `CMakeLists.txt:${block.line}` }];
}

function unreadable({ reading: { problem } }: ProjectFolder): SetupGap | undefined {
  return problem === undefined
    ? undefined
    : { what: `CMakeLists.txt: ${problem}`, remedy: 'Correct it so that CMake accepts it.' };
}

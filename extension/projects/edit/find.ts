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
import { type ProjectPlace, listProjectPlaces } from './place';
import type { Project } from './project';

/** The projects of a world that the agent can be added to. */
export function findProjects(world: World): readonly Project[] {
  return world.folders.flatMap((folder) => {
    const places = listProjectPlaces(folder, world).flatMap((place) => {
      const found = recognise(place);
      return found === undefined ? [] : [{ place, ...found }];
    });
    const added = places.flatMap(({ place }) =>
      listSubdirectories(place).map((name) => choosePathModule(world).resolve(place.path, name)),
    );
    return places
      .filter(({ place }) => !added.includes(place.path))
      .map(({ place, kind, sources }) => toProject(place, kind, sources));
  });
}

function toProject(place: ProjectPlace, kind: ProjectKind, sources: readonly string[]): Project {
  const { path, reading, lists, world } = place;
  const sure = kind.facts.flatMap((source) => source(place));
  // Possible boards do not matter once the board is known.
  const isSure = sure.some(({ question }) => question === 'board');
  const facts = isSure ? sure : [...sure, ...(kind.possibleBoards?.(place) ?? [])];
  const block = readBlock(lists.text);
  const decided = block && targetOfBlock(block, kind);
  const targets = takesModules(kind) ? [] : (decided ?? listExecutables(place));
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
    gaps: [unreadable(place), kind.gap?.(place, facts)].filter((gap) => gap !== undefined),
    hasAgent: block !== undefined,
    environment: {},
    ...kind.details?.(place, facts),
  };
}

/** The target that was chosen when the agent was added. */
function targetOfBlock(block: MarkedBlock, kind: ProjectKind): readonly Executable[] | undefined {
  const written = readWritten(block, kind);
  if (!('target' in written) || written.target === '') return undefined;
  return [{ name: written.target, source: `CMakeLists.txt:${block.line}` }];
}

function unreadable({ reading: { problem } }: ProjectPlace): SetupGap | undefined {
  return problem === undefined
    ? undefined
    : { what: `CMakeLists.txt: ${problem}`, remedy: 'Correct it so that CMake accepts it.' };
}

import type { SetupGap } from '../swd/setup';
import { pathsOf } from '../detect/scope';
import type { World } from '../detect/world';
import { readBlock, readWritten, type Block } from './block';
import { buildEnvironment, westOf, zephyrExtras } from './environment';
import { addedFolders, executablesOf, type Executable } from './cmake/executables';
import { variablesOf } from './cmake/variables';
import { freertosSources, kindOf, takesModules, type Kind } from './kinds';
import { placesOf, type ProjectPlace } from './place';
import type { Project, ProjectFact, ProjectKind } from './project';
import { cmakeBuilds, mcuxBuilds, zephyrBuilds } from './sources/builds';
import { boardFacts, exampleFacts } from './sources/lists';
import { mcuxToolsFacts } from './sources/mcux-tools';
import { presetFacts } from './sources/presets';
import { probeFacts } from './sources/probes';
import { versionFacts } from './sources/versions';
import { westFacts, westTopOf } from './sources/west';

type FactSource = (place: ProjectPlace) => readonly ProjectFact[];

/** In which order each kind's sources are asked, the most telling first. */
const SOURCES: Readonly<Record<ProjectKind, readonly FactSource[]>> = {
  zephyr: [zephyrBuilds, presetFacts, boardFacts, westFacts, probeFacts, versionFacts],
  mcuxpresso: [
    mcuxBuilds,
    mcuxToolsFacts,
    presetFacts,
    boardFacts,
    westFacts,
    probeFacts,
    versionFacts,
  ],
  'cmake-freertos': [cmakeBuilds, presetFacts, probeFacts],
  'cmake-linux': [cmakeBuilds, presetFacts],
};

/** The older SDK is built by CMake alone. */
const ZIP_SOURCES: readonly FactSource[] = [
  cmakeBuilds,
  mcuxToolsFacts,
  presetFacts,
  probeFacts,
  versionFacts,
];

const TITLES: Readonly<Record<ProjectKind, string>> = {
  zephyr: 'Zephyr application',
  mcuxpresso: 'MCUXpresso project',
  'cmake-freertos': 'FreeRTOS project',
  'cmake-linux': 'Linux program',
};

/** The projects of a world that the agent can be added to. */
export function findProjects(world: World): readonly Project[] {
  return world.folders.flatMap((folder) => {
    const places = placesOf(folder, world).flatMap((place) => {
      const kind = kindOf(place);
      return kind === undefined ? [] : [{ place, kind }];
    });
    const added = places.flatMap(({ place }) =>
      addedFolders(place).map((name) => pathsOf(world).resolve(place.path, name)),
    );
    return places
      .filter(({ place }) => !added.includes(place.path))
      .map(({ place, kind }) => projectOf(place, kind));
  });
}

function projectOf(place: ProjectPlace, kind: Kind): Project {
  const { path, reading, lists, world } = place;
  const sources = kind.isZipLayout === true ? ZIP_SOURCES : SOURCES[kind.kind];
  const told = sources.flatMap((source) => source(place));
  // What an example can be built for says nothing where it is told what it is built for.
  const isTold = told.some(({ question }) => question === 'board');
  const facts =
    isTold || kind.kind !== 'mcuxpresso' || !takesModules(kind)
      ? told
      : [...told, ...exampleFacts(place)];
  const block = readBlock(lists.text);
  const decided = block && targetOfBlock(block, kind);
  const targets = takesModules(kind) ? [] : (decided ?? executablesOf(place));
  const name = variablesOf(reading.calls).get('PROJECT_NAME') ?? pathsOf(world).basename(path);
  return {
    ...kind,
    folder: path,
    title: `${TITLES[kind.kind]} "${name}"`,
    facts: [
      ...facts,
      ...targets.map((target) => ({
        question: 'target' as const,
        value: target.name,
        source: target.source,
      })),
    ],
    gaps: gapsOf(place, kind, facts),
    hasAgent: block !== undefined,
    westTop: takesModules(kind) ? westTopOf(place) : undefined,
    west: takesModules(kind) ? westOf(place) : undefined,
    ...(kind.kind === 'zephyr' ? zephyrExtras(place) : {}),
    environment: buildEnvironment(place, kind.kind, facts),
  };
}

/** The target that was chosen when the agent was added. */
function targetOfBlock(block: Block, kind: Kind): readonly Executable[] | undefined {
  const written = readWritten(block, kind);
  if (!('target' in written) || written.target === '') return undefined;
  return [{ name: written.target, source: `CMakeLists.txt:${block.line}` }];
}

function gapsOf(
  place: ProjectPlace,
  kind: Kind,
  facts: readonly ProjectFact[],
): readonly SetupGap[] {
  const { problem } = place.reading;
  const gaps: (SetupGap | undefined)[] = [
    problem === undefined
      ? undefined
      : { what: `CMakeLists.txt: ${problem}`, remedy: 'Correct it, so that CMake takes it.' },
    kind.kind === 'zephyr' ? tooOld(facts) : undefined,
    kind.isZipLayout === true && freertosSources(place).length === 0
      ? {
          what: 'No FreeRTOS was found in this project',
          remedy: 'The agent measures an operating system: add FreeRTOS to the project first.',
        }
      : undefined,
    kind.kind === 'cmake-linux' && place.world.platform !== 'linux'
      ? { what: 'Linux programs are built and measured on Linux alone', remedy: 'Open it there.' }
      : undefined,
  ];
  return gaps.filter((gap) => gap !== undefined);
}

/** The oldest Zephyr that the agent is built with. */
const OLDEST = [3, 4] as const;

function tooOld(facts: readonly ProjectFact[]): SetupGap | undefined {
  const version = facts.find(({ question }) => question === 'version');
  const [major = 0, minor = 0] = version?.value.split('.').map(Number) ?? OLDEST;
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return {
    what: `Zephyr ${version?.value} is too old (${version?.source})`,
    remedy: `The agent needs Zephyr ${OLDEST.join('.')} or newer.`,
  };
}

import { fieldsOf, textOf } from '../../base';
import type { SetupGap } from '../../targets';
import {
  fieldsIn,
  iniValue,
  launchLists,
  MCUX_FILE,
  mcuxTools,
  parseYaml,
  pathsOf,
  substitute,
  type World,
  type WorldFile,
} from '../detect';
import { type Block, readBlock, readWritten } from './block';
import { expand, variablesOf } from './cmake';
import {
  addedFolders,
  type Executable,
  executablesOf,
  freertosSources,
  type Kind,
  kindOf,
  takesModules,
} from './kinds';
import { placesOf, type ProjectPlace } from './place';
import type { Project, ProjectFact, ProjectKind, ProjectQuestion } from './project';
import { cmakeBuilds, mcuxBuilds, presetFacts, zephyrBuilds } from './sources';

/** The board that a CMakeLists.txt sets, or the environment names. */
function boardFacts({ reading, world }: ProjectPlace): readonly ProjectFact[] {
  const variables = variablesOf(reading.calls);
  const set = reading.calls.flatMap(({ name, args, line }): readonly ProjectFact[] => {
    if (name !== 'set' || !/^board$/i.test(args[0]?.text ?? '')) return [];
    const value = textOf(expand(args[1]?.text ?? '', variables));
    const source = `CMakeLists.txt:${line}`;
    return value === undefined ? [] : [{ question: 'board', value, source }];
  });
  const told = textOf(world.env['BOARD']);
  return told === undefined
    ? set
    : [...set, { question: 'board', value: told, source: 'the environment (BOARD)' }];
}

/** The boards and cores that an `example.yml` of the MCUXpresso SDK is made for. */
function exampleFacts({ near }: ProjectPlace): readonly ProjectFact[] {
  const examples = Object.values(fieldsIn(parseYaml(near('example.yml') ?? '')));
  const boards = examples.flatMap((each) => Object.keys(fieldsOf(fieldsOf(each)['boards'])));
  return boards.flatMap((name) => {
    const [board = '', core] = name.split('@');
    const fact = (question: 'board' | 'core', value: string) =>
      ({ question, value, source: 'example.yml' }) as const;
    if (boards.length > 1) return board === '' ? [] : [fact('board', board)];
    return [fact('board', board), ...(core === undefined ? [] : [fact('core', core)])];
  });
}

const CONFIG = /[\\/]\.west[\\/]config$/;

function westConfig({ folder }: ProjectPlace): WorldFile | undefined {
  return folder.around?.find(({ path }) => CONFIG.test(path));
}

/** The workspace of west that a project lies in. */
function westTopOf(place: ProjectPlace): string | undefined {
  const config = westConfig(place);
  const { dirname } = pathsOf(place.world);
  return config && dirname(dirname(config.path));
}

/** The board that `west config build.board` was told. */
function westFacts(place: ProjectPlace): readonly ProjectFact[] {
  const board = iniValue(westConfig(place)?.text ?? '', 'build', 'board');
  return board === undefined ? [] : [{ question: 'board', value: board, source: '.west/config' }];
}

/** Under which names debug configurations keep the serial number of a probe. */
const SERIAL = ['probeSerialNumber', 'serialNumber'];

/** The probes that debug configurations of this folder name; one that leaves it open names none. */
function probeFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
  const { entries } = launchLists({ ...world, folders: [folder], workspaceFile: undefined });
  return entries.flatMap(({ fields, source }): readonly ProjectFact[] => {
    const serial = SERIAL.map((name) => textOf(fields[name])).find((one) => one !== undefined);
    if (serial === undefined || serial.includes('${')) return [];
    return [{ question: 'probe', value: serial, source }];
  });
}

/** How each tree writes its version into a file of its own. */
const READERS: readonly (readonly [RegExp, (text: string) => string | undefined])[] = [
  [/^VERSION$/, zephyrVersion],
  [/^MCUX_VERSION$/, mcuxVersion],
  [/_manifest_v\d+_\d+\.xml$/, manifestVersion],
];

/** The versions of the trees that are used here: those that builds name come first. */
function versionFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
  const { basename } = pathsOf(world);
  return (folder.around ?? []).flatMap(({ path, text }): readonly ProjectFact[] => {
    const reader = READERS.find(([name]) => name.test(basename(path)))?.[1];
    const value = reader?.(text);
    return value === undefined ? [] : [{ question: 'version', value, source: path }];
  });
}

function number(text: string, name: string): string | undefined {
  return new RegExp(`^\\s*${name}\\s*=\\s*(\\w+)\\s*$`, 'm').exec(text)?.[1];
}

function zephyrVersion(text: string): string | undefined {
  const [major, minor] = ['VERSION_MAJOR', 'VERSION_MINOR'].map((name) => number(text, name));
  if (major === undefined || minor === undefined) return undefined;
  const extra = number(text, 'EXTRAVERSION');
  const plain = `${major}.${minor}.${number(text, 'PATCHLEVEL') ?? '0'}`;
  return extra === undefined ? plain : `${plain}-${extra}`;
}

function mcuxVersion(text: string): string | undefined {
  const [year, major, minor] = ['CURRENT_YEAR', 'VERSION_MAJOR', 'VERSION_MINOR'].map((name) =>
    number(text, name),
  );
  return major === undefined || minor === undefined
    ? undefined
    : [year, major, minor].filter((part) => part !== undefined).join('.');
}

function manifestVersion(text: string): string | undefined {
  return /<ksdk\b[^>]*\bversion="([^"]+)"/.exec(text)?.[1];
}

/** What MCUXpresso for VS Code keeps of a project, in the spellings of its versions. */
function mcuxToolsFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
  const tools = mcuxTools(folder, world);
  if (tools === undefined) return [];
  const sdk = fieldsOf(tools['sdk']);
  const told: readonly (readonly [ProjectQuestion, string | undefined])[] = [
    ['version', textOf(sdk['version'])],
    ['board', textOf(sdk['boardId'])],
    ['core', coreOf(textOf(sdk['coreId']), textOf(sdk['deviceId']))],
    ['toolchain', path(textOf(tools['toolchainPath']))],
  ];
  return told.flatMap(([question, value]) =>
    value === undefined ? [] : [{ question, value, source: MCUX_FILE }],
  );

  function path(text: string | undefined): string | undefined {
    const whole = text === undefined ? undefined : substitute(text, { folder, world });
    return whole !== undefined && 'text' in whole ? textOf(whole.text) : undefined;
  }
}

/** `cm33_core0_LPC55S16` is the core `cm33_core0` of that device. */
function coreOf(core: string | undefined, device: string | undefined): string | undefined {
  if (core === undefined || device === undefined) return core;
  return core.endsWith(`_${device}`) ? core.slice(0, -device.length - 1) : core;
}

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

/** What Zephyr's builds are told by the environment, and keep. */
const ZEPHYR = ['ZEPHYR_TOOLCHAIN_VARIANT', 'GNUARMEMB_TOOLCHAIN_PATH', 'ZEPHYR_SDK_INSTALL_DIR'];

/** What a new build has to be told as earlier ones were; what the user's own environment says, counts. */
function buildEnvironment(
  place: ProjectPlace,
  kind: ProjectKind,
  facts: readonly ProjectFact[],
): Readonly<Record<string, string>> {
  const told = (name: string, value: string | undefined) =>
    value === undefined || place.world.env[name] ? [] : [[name, value] as const];
  if (kind === 'zephyr') {
    return Object.fromEntries([
      ...told('ZEPHYR_BASE', cached(place, 'ZEPHYR_BASE')),
      ...ZEPHYR.flatMap((name) => told(name, cached(place, name))),
    ]);
  }
  const { isAbsolute } = pathsOf(place.world);
  const toolchain = facts.find(
    ({ question, value }) => question === 'toolchain' && isAbsolute(value) && !isFile(value),
  );
  if (kind !== 'mcuxpresso') return {};
  return Object.fromEntries(told('ARMGCC_DIR', toolchain?.value));
}

/** A toolchain file of CMake's, or the compiler itself. */
const isFile = (path: string) => /\.cmake$|[-/\\]gcc\.exe$|-gcc$/.test(path);

/** How an earlier build called west: `python3;-m;west`. */
function westOf(place: ProjectPlace): readonly string[] | undefined {
  const words = cached(place, 'WEST')?.split(';') ?? [];
  return pathsOf(place.world).isAbsolute(words[0] ?? '') ? words : undefined;
}

/** What the command line of an earlier Zephyr build added to the application. */
function zephyrExtras(place: ProjectPlace): Pick<Project, 'shield' | 'snippets'> {
  const snippets = cached(place, 'CACHED_SNIPPET')?.split(/[;\s]+/) ?? [];
  return {
    shield: cached(place, 'CACHED_SHIELD'),
    snippets: snippets.filter((name) => name !== 'cyclescope'),
  };
}

function cached({ builds }: ProjectPlace, name: string): string | undefined {
  return builds.map(({ entry }) => entry(name)).find((value) => value !== undefined);
}

import { type Fields, toFields, toText, toTexts } from '../../../base';
import {
  assignments,
  unwrapFields,
  iniValue,
  launchLists,
  parseJsonc,
  parseYaml,
  choosePathModule,
  substitute,
  type WorldFile,
} from '../../detect';
import { expandVariables, collectVariables } from '../cmake';
import type { ProjectBuild, ProjectFolder } from '../project-folder';
import type { ProjectFact, ProjectQuestion } from '../project';

/* Answers from files outside of a build, for kinds of projects that share them. */

/** The board that a CMakeLists.txt sets, or the environment names. */
export function boardFacts({ reading, world }: ProjectFolder): readonly ProjectFact[] {
  const variables = collectVariables(reading.calls);
  const set = reading.calls.flatMap(({ name, args, line }): readonly ProjectFact[] => {
    if (name !== 'set' || !/^board$/i.test(args[0]?.text ?? '')) return [];
    const value = toText(expandVariables(args[1]?.text ?? '', variables));
    const source = `CMakeLists.txt:${line}`;
    return value === undefined ? [] : [{ question: 'board', value, source }];
  });
  const board = toText(world.env['BOARD']);
  return board === undefined
    ? set
    : [...set, { question: 'board', value: board, source: 'the environment (BOARD)' }];
}

const CONFIG = /[\\/]\.west[\\/]config$/;

function westConfig({ folder }: ProjectFolder): WorldFile | undefined {
  return folder.around?.find(({ path }) => CONFIG.test(path));
}

/** The west workspace that contains a project. */
export function findWestTop(project: ProjectFolder): string | undefined {
  const config = westConfig(project);
  const { dirname } = choosePathModule(project.world);
  return config && dirname(dirname(config.path));
}

/** The board that was set with `west config build.board`. */
export function westFacts(project: ProjectFolder): readonly ProjectFact[] {
  const board = iniValue(westConfig(project)?.text ?? '', 'build', 'board');
  return board === undefined ? [] : [{ question: 'board', value: board, source: '.west/config' }];
}

/** Under which names debug configurations keep the serial number of a probe. */
const SERIAL = ['probeSerialNumber', 'serialNumber'];

/** The probes that debug configurations of this folder name; one that leaves it open names none. */
export function probeFacts({ folder, world }: ProjectFolder): readonly ProjectFact[] {
  const { entries } = launchLists({ ...world, folders: [folder], workspaceFile: undefined });
  return entries.flatMap(({ fields, source }): readonly ProjectFact[] => {
    const serial = SERIAL.map((name) => toText(fields[name])).find((one) => one !== undefined);
    if (serial === undefined || serial.includes('${')) return [];
    return [{ question: 'probe', value: serial, source }];
  });
}

/** The version file of each tree. */
const READERS: readonly (readonly [RegExp, (text: string) => string | undefined])[] = [
  [/^VERSION$/, zephyrVersion],
  [/^MCUX_VERSION$/, mcuxVersion],
  [/_manifest_v\d+_\d+\.xml$/, manifestVersion],
];

/** The versions of the trees that are used here: those that builds name come first. */
export function versionFacts({ folder, world }: ProjectFolder): readonly ProjectFact[] {
  const { basename } = choosePathModule(world);
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

/** A value that an earlier build keeps in its CMakeCache.txt. */
export function findCachedValue({ builds }: ProjectFolder, name: string): string | undefined {
  return builds.map(({ entry }) => entry(name)).find((value) => value !== undefined);
}

/** The call of west in an earlier build: `python3;-m;west`. */
export function findWestCommand(project: ProjectFolder): readonly string[] | undefined {
  const words = findCachedValue(project, 'WEST')?.split(';') ?? [];
  return choosePathModule(project.world).isAbsolute(words[0] ?? '') ? words : undefined;
}

const inBuild = ({ folder }: ProjectBuild, name: string) =>
  folder === '.' ? name : `${folder}/${name}`;

type Answer = readonly [ProjectQuestion, string | undefined, string];

function toFacts(build: ProjectBuild, answers: readonly Answer[]): readonly ProjectFact[] {
  return answers.flatMap(([question, value, file]) =>
    value === undefined ? [] : [{ question, value, source: inBuild(build, file) }],
  );
}

/** Facts from the builds of a Zephyr application: from their runners, then from their configuration. */
export function zephyrBuilds({ builds }: ProjectFolder): readonly ProjectFact[] {
  return builds.flatMap((build) => {
    const runners = unwrapFields(parseYaml(build.near('zephyr/runners.yaml') ?? ''));
    const config = assignments(build.near('zephyr/.config') ?? '');
    const { entry } = build;
    // Since boards have qualifiers, CONFIG_BOARD alone no longer names one.
    const target = config('CONFIG_BOARD_TARGET');
    return toFacts(build, [
      ['probe', runner(runners), 'zephyr/runners.yaml'],
      target === undefined
        ? ['board', entry('BOARD') ?? config('CONFIG_BOARD'), 'CMakeCache.txt']
        : ['board', withRevision(target, config('CONFIG_BOARD_REVISION')), 'zephyr/.config'],
      ['toolchain', entry('ZEPHYR_TOOLCHAIN_VARIANT'), 'CMakeCache.txt'],
    ]);
  });
}

/** `west build -b` takes a revision behind the name: `mimxrt1050_evk@qspi/mimxrt1052`. */
function withRevision(target: string, revision: string | undefined): string {
  if (revision === undefined) return target;
  const [name = '', ...qualifiers] = target.split('/');
  return [name.includes('@') ? name : `${name}@${revision}`, ...qualifiers].join('/');
}

function runner(yaml: Readonly<Record<string, unknown>>): string | undefined {
  const name = toText(yaml['debug-runner']) ?? toText(yaml['flash-runner']);
  return name && `runner ${name}`;
}

/** Facts from the builds of an MCUXpresso project. */
export function mcuxBuilds({ builds }: ProjectFolder): readonly ProjectFact[] {
  return builds.flatMap((build) => {
    const { entry } = build;
    return toFacts(build, [
      ['board', entry('board'), 'CMakeCache.txt'],
      ['core', entry('core_id'), 'CMakeCache.txt'],
      ['config', entry('CMAKE_BUILD_TYPE'), 'CMakeCache.txt'],
      ['toolchain', entry('CONFIG_TOOLCHAIN'), 'CMakeCache.txt'],
    ]);
  });
}

/** Facts from the builds of any other CMake project. */
export function cmakeBuilds({ builds }: ProjectFolder): readonly ProjectFact[] {
  return builds.flatMap((build) => {
    const { entry } = build;
    const compiler = entry('CMAKE_TOOLCHAIN_FILE') ?? entry('CMAKE_C_COMPILER');
    return toFacts(build, [
      ['toolchain', compiler, 'CMakeCache.txt'],
      ['config', entry('CMAKE_BUILD_TYPE'), 'CMakeCache.txt'],
    ]);
  });
}

/** Files with presets, here and in the MCUXpresso SDK. */
export const PRESET_FILES = ['CMakePresets.json', 'CMakeUserPresets.json', 'mcux_include.json'];

/** A configure preset with everything that it inherits. */
interface Preset {
  readonly name: string;
  readonly source: string;
  readonly isHidden: boolean;
  readonly cache: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** The configure presets that can be chosen in the project's own files. */
function readPresets(project: ProjectFolder): readonly Preset[] {
  const written = PRESET_FILES.flatMap((source) => {
    const file = unwrapFields(parseJsonc(project.near(source) ?? ''));
    const list: readonly unknown[] = Array.isArray(file['configurePresets'])
      ? file['configurePresets']
      : [];
    return list.map((preset) => ({ source, fields: toFields(preset) }));
  });
  const byName = new Map(written.map((each) => [toText(each.fields['name']) ?? '', each]));
  return [...byName].flatMap(([name, { source, fields }]) =>
    name === '' ? [] : [resolvePreset(name, source, fields, byName)],
  );
}

function resolvePreset(
  name: string,
  source: string,
  fields: Fields,
  byName: ReadonlyMap<string, { readonly fields: Fields }>,
): Preset {
  const chain = collectPresetChain(fields, byName);
  return {
    name,
    source,
    isHidden: fields['hidden'] === true,
    cache: mergeMember(chain, 'cacheVariables'),
    environment: mergeMember(chain, 'environment'),
  };
}

/** The preset itself and those it inherits from, each once and what counts most first. */
function collectPresetChain(
  fields: Fields,
  byName: ReadonlyMap<string, { readonly fields: Fields }>,
  seen = new Set<Fields>(),
): readonly Fields[] {
  if (seen.has(fields)) return [];
  seen.add(fields);
  const parents = toTexts(fields['inherits'])
    .map((name) => byName.get(name)?.fields)
    .filter((parent) => parent !== undefined);
  return [fields, ...parents.flatMap((parent) => collectPresetChain(parent, byName, seen))];
}

function mergeMember(chain: readonly Fields[], member: string): Readonly<Record<string, string>> {
  const entries = [...chain].reverse().flatMap((fields) =>
    Object.entries(toFields(fields[member])).flatMap(([key, value]) => {
      const text = toText(value) ?? toText(toFields(value)['value']);
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
  return Object.fromEntries(entries);
}

const CACHED = { board: 'board', BOARD: 'board', core_id: 'core' } as const;

/** Facts from presets: their names, and their board, core and toolchain. */
export function presetFacts(project: ProjectFolder): readonly ProjectFact[] {
  return readPresets(project).flatMap((preset): readonly ProjectFact[] => {
    const { name, source, isHidden, cache, environment } = preset;
    if (isHidden && source !== 'mcux_include.json') return [];
    const where = `${source}: "${name}"`;
    const remembered = Object.entries(CACHED).flatMap(([variable, question]) => {
      const value = cache[variable];
      return value === undefined || value.includes('$') ? [] : [{ question, value, source: where }];
    });
    const toolchain = findToolchain(environment, project);
    return [
      ...(isHidden ? [] : [{ question: 'preset', value: name, source } as const]),
      ...remembered,
      ...(toolchain === undefined
        ? []
        : [{ question: 'toolchain', value: toolchain, source: where } as const]),
    ];
  });
}

/** The variable with which NXP's CMake files find their compiler. */
function findToolchain(
  environment: Readonly<Record<string, string>>,
  { folder, world }: ProjectFolder,
): string | undefined {
  const written = environment['ARMGCC_DIR'];
  if (written === undefined || /\$p?env\{/.test(written)) return undefined;
  const whole = substitute(written, { folder, world });
  return 'text' in whole ? toText(whole.text) : undefined;
}

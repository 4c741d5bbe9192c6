import { textOf } from '../../../base';
import { iniValue, launchLists, pathsOf, type WorldFile } from '../../detect';
import { expand, variablesOf } from '../cmake';
import type { ProjectPlace } from '../place';
import type { ProjectFact } from '../project';

/* What files outside of a build answer, for kinds of projects that share them. */

/** The board that a CMakeLists.txt sets, or the environment names. */
export function boardFacts({ reading, world }: ProjectPlace): readonly ProjectFact[] {
  const variables = variablesOf(reading.calls);
  const set = reading.calls.flatMap(({ name, args, line }): readonly ProjectFact[] => {
    if (name !== 'set' || !/^board$/i.test(args[0]?.text ?? '')) return [];
    const value = textOf(expand(args[1]?.text ?? '', variables));
    const source = `CMakeLists.txt:${line}`;
    return value === undefined ? [] : [{ question: 'board', value, source }];
  });
  const board = textOf(world.env['BOARD']);
  return board === undefined
    ? set
    : [...set, { question: 'board', value: board, source: 'the environment (BOARD)' }];
}

const CONFIG = /[\\/]\.west[\\/]config$/;

function westConfig({ folder }: ProjectPlace): WorldFile | undefined {
  return folder.around?.find(({ path }) => CONFIG.test(path));
}

/** The west workspace that contains a project. */
export function westTopOf(place: ProjectPlace): string | undefined {
  const config = westConfig(place);
  const { dirname } = pathsOf(place.world);
  return config && dirname(dirname(config.path));
}

/** The board that was set with `west config build.board`. */
export function westFacts(place: ProjectPlace): readonly ProjectFact[] {
  const board = iniValue(westConfig(place)?.text ?? '', 'build', 'board');
  return board === undefined ? [] : [{ question: 'board', value: board, source: '.west/config' }];
}

/** Under which names debug configurations keep the serial number of a probe. */
const SERIAL = ['probeSerialNumber', 'serialNumber'];

/** The probes that debug configurations of this folder name; one that leaves it open names none. */
export function probeFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
  const { entries } = launchLists({ ...world, folders: [folder], workspaceFile: undefined });
  return entries.flatMap(({ fields, source }): readonly ProjectFact[] => {
    const serial = SERIAL.map((name) => textOf(fields[name])).find((one) => one !== undefined);
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
export function versionFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
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

/** A value that an earlier build keeps in its CMakeCache.txt. */
export function cached({ builds }: ProjectPlace, name: string): string | undefined {
  return builds.map(({ entry }) => entry(name)).find((value) => value !== undefined);
}

/** The call of west in an earlier build: `python3;-m;west`. */
export function westOf(place: ProjectPlace): readonly string[] | undefined {
  const words = cached(place, 'WEST')?.split(';') ?? [];
  return pathsOf(place.world).isAbsolute(words[0] ?? '') ? words : undefined;
}

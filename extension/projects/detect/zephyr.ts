import { type Fields, toFields, toText, toTexts } from '../../base';
import { requireServer, servers, type ServerSetup, setupOfZephyrBoard } from '../../targets';
import type { Finding } from './finding';
import { assignments, cacheEntries, unwrapFields, parseYaml } from './values';
import { type Found, isForOtherCores, OTHER_CORE, toUnusable } from './variables';
import {
  choosePathModule,
  toRelativePath,
  type World,
  type WorldFile,
  type WorldFolder,
} from './world';

/** Zephyr's are in a folder of its build, those of the MCUXpresso SDK in the build itself. */
const RUNNERS = /^(?:(.*)\/)?runners\.yaml$/;
const EMULATED = /qemu|native|renode|simics|fvp|armfvp|xt-run|nsim|unit_testing/;

/** The boards of a folder's Zephyr builds, by the runners that `west debug` would use. */
export function zephyrBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const others = otherDomains(folder, world);
  const emulated = folder.files.flatMap((file): readonly Finding[] => {
    const build = findBuildFolder(file, folder, world);
    const found =
      build === undefined ? undefined : findEmulatedBoard(file, build, { folder, world });
    return found === undefined || others.has(found.name) ? [] : [found];
  });
  const reached = folder.files.flatMap((file): readonly Finding[] => {
    const source = toRelativePath(folder, file.path, world);
    const [whole, above = '.'] = RUNNERS.exec(source) ?? [];
    const build = above === 'zephyr' ? '.' : above.replace(/\/zephyr$/, '');
    if (whole === undefined || others.has(build)) return [];
    const kind = build === above ? 'cmake' : 'zephyr';
    return ofBuild(file, { kind, build, source, folder, world });
  });
  return [...reached, ...emulated.map((found) => besideOthers(found, reached))];
}

/** A board that is there in fact comes first; its emulation is another way. */
function besideOthers(emulated: Finding, reached: readonly Finding[]): Finding {
  const { name } = emulated;
  if (!reached.some((other) => other.name === name)) return emulated;
  return { ...emulated, name: `${name}/qemu`, isAlternative: true };
}

interface Build {
  readonly kind: 'zephyr' | 'cmake';
  /** The build's folder, inside the workspace's. */
  readonly build: string;
  readonly source: string;
  readonly folder: WorldFolder;
  readonly world: World;
}

function ofBuild(file: WorldFile, at: Build): readonly Finding[] {
  const reading = parseYaml(file.text);
  const yaml = unwrapFields(reading);
  const names = toTexts(yaml['runners']);
  const board = boardName(yaml, at);
  const common = { kind: at.kind, source: at.source, folder: at.folder } as const;
  const alone = { ...common, name: at.build, title: `${board} (${at.build})` };
  if ('problem' in reading) {
    const what = `${at.source} cannot be read: ${reading.problem}`;
    return [{ ...alone, found: toUnusable(what, 'Build again: the build writes this file.') }];
  }
  const gdb = toText(toFields(yaml['config'])['gdb']) ?? '';
  if (names.length === 0 || names.every((name) => EMULATED.test(name))) return [];
  const choices = [
    ...new Set([yaml['debug-runner'], yaml['flash-runner'], ...names].flatMap(toTexts)),
  ];
  const usable = choices.filter((name) => runners.has(name));
  if (isForOtherCores(gdb)) return [{ ...alone, found: OTHER_CORE }];
  if (usable.length === 0) {
    const what = `Its runners are ${names.join(', ')}: none of them is supported`;
    return [{ ...alone, found: toUnusable(what) }];
  }
  return usable.map((runner, index) => ({
    ...common,
    name: index === 0 ? at.build : `${at.build}/${runner}`,
    title: `${board} by ${runner} (${at.build})`,
    isAlternative: index > 0,
    found: findRunners(runner, yaml, file, at),
  }));
}

function findRunners(runner: string, yaml: Fields, file: WorldFile, { world }: Build): Found {
  const config = toFields(yaml['config']);
  const paths = choosePathModule(world);
  const elf = toText(config['elf_file']);
  const args = toTexts(toFields(yaml['args'])[runner]);
  const found = runners.get(runner)?.(args, { config, paths });
  return {
    ...found,
    namesPrograms: found?.namesPrograms === true || hasArguments(found?.server),
    images:
      elf === undefined
        ? undefined
        : { kind: 'files', headline: paths.resolve(paths.dirname(file.path), elf) },
  };
}

function hasArguments(server: ServerSetup | undefined): boolean {
  return server !== undefined && requireServer(server).ownArguments(server).length > 0;
}

function boardName(yaml: Fields, { build, folder, world }: Build): string {
  const near = (name: string) =>
    folder.files.find(({ path }) => toRelativePath(folder, path, world) === inBuild(build, name))
      ?.text;
  return (
    assignments(near('zephyr/.config') ?? '')('CONFIG_BOARD') ??
    ['BOARD', 'board'].map(cacheEntries(near('CMakeCache.txt') ?? '')).find(isDefined) ??
    toText(toFields(yaml['config'])['board_dir'])?.split(/[\\/]/).at(-1) ??
    'A board'
  );
}

const isDefined = (value: string | undefined) => value !== undefined;

function inBuild(build: string, name: string): string {
  return build === '.' ? name : `${build}/${name}`;
}

/** With sysbuild a boot loader is built beside the application: only the default domain is meant. */
function otherDomains(folder: WorldFolder, world: World): ReadonlySet<string> {
  const others = folder.files.flatMap((file) => {
    const [whole, build = '.'] =
      /^(?:(.*)\/)?domains\.yaml$/.exec(toRelativePath(folder, file.path, world)) ?? [];
    if (whole === undefined) return [];
    const yaml = unwrapFields(parseYaml(file.text));
    const domains: readonly unknown[] = Array.isArray(yaml['domains']) ? yaml['domains'] : [];
    return domains
      .map((domain) => toText(toFields(domain)['name']) ?? '')
      .filter((name) => name !== toText(yaml['default']))
      .map((name) => inBuild(build, name));
  });
  return new Set(others);
}

const CONFIG = /^(?:(.*)\/)?zephyr\/\.config$/;

/** The folder of the Zephyr build that a file configures, inside the workspace's. */
function findBuildFolder(file: WorldFile, folder: WorldFolder, world: World): string | undefined {
  const [whole, build = '.'] = CONFIG.exec(toRelativePath(folder, file.path, world)) ?? [];
  return whole && build;
}

/**
 * The emulated machine that a build is for, by the board in its configuration: where a board is
 * only emulated, Zephyr writes no `runners.yaml`.
 */
function findEmulatedBoard(
  file: WorldFile,
  build: string,
  { folder, world }: { readonly folder: WorldFolder; readonly world: World },
): Finding | undefined {
  const value = assignments(file.text);
  const board = value('CONFIG_BOARD_TARGET') ?? value('CONFIG_BOARD') ?? '';
  const server = setupOfZephyrBoard(board);
  if (server === undefined) return undefined;
  const paths = choosePathModule(world);
  const elf = `${value('CONFIG_KERNEL_BIN_NAME') ?? 'zephyr'}.elf`;
  return {
    kind: 'zephyr',
    name: build,
    title: `${board} emulated by QEMU (${build})`,
    source: toRelativePath(folder, file.path, world),
    folder,
    found: {
      server,
      images: { kind: 'files', headline: paths.resolve(paths.dirname(file.path), elf) },
    },
  };
}

/** The servers known here that west starts, by the name of its runner. */
const runners = new Map(
  servers.flatMap(({ westRunner }) => (westRunner ? [[westRunner.name, westRunner.read]] : [])),
);

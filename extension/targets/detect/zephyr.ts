import { isForOtherCores, OTHER_CORE, unusable, type Found } from './found';
import type { Finding } from './finding';
import { assignments, cacheEntries } from './assignments';
import { pathsOf, placeIn } from './scope';
import { zephyrRunners } from './zephyr-runners';
import { fieldsOf, textOf, textsOf, type Fields } from './values';
import type { World, WorldFile, WorldFolder } from './world';
import { parseYaml } from './yaml';
import { buildOf, emulatedBoard } from './zephyr-emulated';

/** Zephyr's lie in a folder of its build, those of the MCUXpresso SDK in the build itself. */
const RUNNERS = /^(?:(.*)\/)?runners\.yaml$/;
const EMULATED = /qemu|native|renode|simics|fvp|armfvp|xt-run|nsim|unit_testing/;

/** The boards of a folder's Zephyr builds, by the runners that `west debug` would use. */
export function zephyrBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const others = otherDomains(folder, world);
  const emulated = folder.files.flatMap((file): readonly Finding[] => {
    const build = buildOf(file, folder, world);
    const found = build === undefined ? undefined : emulatedBoard(file, build, { folder, world });
    return found === undefined || others.has(found.name) ? [] : [found];
  });
  const reached = folder.files.flatMap((file): readonly Finding[] => {
    const source = placeIn(folder, file.path, world);
    const [whole, place = '.'] = RUNNERS.exec(source) ?? [];
    const build = place === 'zephyr' ? '.' : place.replace(/\/zephyr$/, '');
    if (whole === undefined || others.has(build)) return [];
    const kind = build === place ? 'cmake' : 'zephyr';
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
  const yaml = fieldsOf(parseYaml(file.text));
  const names = textsOf(yaml['runners']);
  const board = boardName(yaml, at);
  const gdb = textOf(fieldsOf(yaml['config'])['gdb']) ?? '';
  if (names.length === 0 || names.every((name) => EMULATED.test(name))) return [];
  const choices = [
    ...new Set([yaml['debug-runner'], yaml['flash-runner'], ...names].flatMap(textsOf)),
  ];
  const usable = choices.filter((name) => zephyrRunners[name] !== undefined);
  const common = { kind: at.kind, source: at.source, folder: at.folder } as const;
  const alone = { ...common, name: at.build, title: `${board} (${at.build})` };
  if (isForOtherCores(gdb)) return [{ ...alone, found: OTHER_CORE }];
  if (usable.length === 0) {
    const what = `Its runners are ${names.join(', ')}: Cyclescope knows no server among them`;
    return [{ ...alone, found: unusable(what) }];
  }
  return usable.map((runner, index) => ({
    ...common,
    name: index === 0 ? at.build : `${at.build}/${runner}`,
    title: `${board} by ${runner} (${at.build})`,
    isAlternative: index > 0,
    found: foundBy(runner, yaml, file, at),
  }));
}

function foundBy(runner: string, yaml: Fields, file: WorldFile, { world, folder }: Build): Found {
  const config = fieldsOf(yaml['config']);
  const paths = pathsOf(world);
  const elf = textOf(config['elf_file']);
  const args = textsOf(fieldsOf(yaml['args'])[runner]);
  const found = zephyrRunners[runner]?.(args, { config, world, folder }) ?? {};
  return {
    ...found,
    namesPrograms: found.server?.kind === 'openocd' || hasArguments(found),
    images:
      elf === undefined
        ? undefined
        : { kind: 'files', headline: paths.resolve(paths.dirname(file.path), elf) },
  };
}

function hasArguments({ server }: Found): boolean {
  return server !== undefined && 'args' in server && server.args.length > 0;
}

function boardName(yaml: Fields, { build, folder, world }: Build): string {
  const near = (name: string) =>
    folder.files.find(({ path }) => placeIn(folder, path, world) === inBuild(build, name))?.text;
  return (
    assignments(near('zephyr/.config') ?? '')('CONFIG_BOARD') ??
    ['BOARD', 'board'].map(cacheEntries(near('CMakeCache.txt') ?? '')).find(isTold) ??
    textOf(fieldsOf(yaml['config'])['board_dir'])?.split(/[\\/]/).at(-1) ??
    'A board'
  );
}

const isTold = (value: string | undefined) => value !== undefined;

function inBuild(build: string, name: string): string {
  return build === '.' ? name : `${build}/${name}`;
}

/** With sysbuild a boot loader is built beside the application: only the default domain is meant. */
function otherDomains(folder: WorldFolder, world: World): ReadonlySet<string> {
  const others = folder.files.flatMap((file) => {
    const [whole, build = '.'] =
      /^(?:(.*)\/)?domains\.yaml$/.exec(placeIn(folder, file.path, world)) ?? [];
    if (whole === undefined) return [];
    const yaml = fieldsOf(parseYaml(file.text));
    const domains: readonly unknown[] = Array.isArray(yaml['domains']) ? yaml['domains'] : [];
    return domains
      .map((domain) => textOf(fieldsOf(domain)['name']) ?? '')
      .filter((name) => name !== textOf(yaml['default']))
      .map((name) => inBuild(build, name));
  });
  return new Set(others);
}

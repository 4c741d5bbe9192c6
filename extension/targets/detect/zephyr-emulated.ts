import { machineOfZephyrBoard } from '../qemu/machines';
import { assignments } from './assignments';
import type { Finding } from './finding';
import { pathsOf, placeIn } from './scope';
import type { World, WorldFile, WorldFolder } from './world';

const CONFIG = /^(?:(.*)\/)?zephyr\/\.config$/;

/** The folder of the Zephyr build that a file configures, inside the workspace's. */
export function buildOf(file: WorldFile, folder: WorldFolder, world: World): string | undefined {
  const [whole, build = '.'] = CONFIG.exec(placeIn(folder, file.path, world)) ?? [];
  return whole && build;
}

/**
 * The emulated machine that a build is for, by the board in its configuration: where a board is
 * emulated alone, Zephyr writes no `runners.yaml`.
 */
export function emulatedBoard(
  file: WorldFile,
  build: string,
  { folder, world }: { readonly folder: WorldFolder; readonly world: World },
): Finding | undefined {
  const value = assignments(file.text);
  const board = value('CONFIG_BOARD_TARGET') ?? value('CONFIG_BOARD') ?? '';
  const machine = machineOfZephyrBoard(board);
  if (machine === undefined) return undefined;
  const paths = pathsOf(world);
  const elf = `${value('CONFIG_KERNEL_BIN_NAME') ?? 'zephyr'}.elf`;
  return {
    kind: 'zephyr',
    name: build,
    title: `${board} emulated by QEMU (${build})`,
    source: placeIn(folder, file.path, world),
    folder,
    found: {
      server: { kind: 'qemu', machine },
      images: { kind: 'files', headline: paths.resolve(paths.dirname(file.path), elf) },
    },
  };
}

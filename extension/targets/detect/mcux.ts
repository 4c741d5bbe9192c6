import { machineOfZephyrBoard } from '../qemu/machines';
import { assignments, cacheEntries } from './assignments';
import type { Finding } from './finding';
import { unusable } from './found';
import { MCUX_FILE, mcuxDevice, mcuxSdk } from './mcux-device';
import { placeIn } from './scope';
import { textOf } from './values';
import type { World, WorldFolder } from './world';

/** The board of an MCUXpresso project, by NXP's own server. */
export function mcuxBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const sdk = mcuxSdk(folder, world);
  if (sdk === undefined || !['deviceId', 'boardId'].some((name) => textOf(sdk[name]))) return [];
  const { device = '', board, gaps } = mcuxDevice(folder, world);
  return [
    {
      kind: 'mcux',
      name: folder.name,
      title: `${board ?? device} by LinkServer`,
      source: MCUX_FILE,
      folder,
      found: { server: { kind: 'linkserver', device, args: [] }, gaps },
    },
  ];
}

/** The boards of builds that no other file tells about. */
export function cmakeBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const places = new Map(
    folder.files.map((file) => [placeIn(folder, file.path, world), file.text] as const),
  );
  const isMcux = mcuxBoards(folder, world).length > 0;
  return [...places].flatMap(([source, text]): readonly Finding[] => {
    const [whole, build = '.'] = /^(?:(.*)\/)?CMakeCache\.txt$/.exec(source) ?? [];
    if (whole === undefined) return [];
    const near = (name: string) => places.get(build === '.' ? name : `${build}/${name}`);
    const entry = cacheEntries(text);
    const common = { kind: 'cmake', name: build, source, folder } as const;
    const device = assignments(near('.config') ?? '')('CONFIG_MCUX_HW_DEVICE_ID');
    const board = entry('board') ?? entry('BOARD');
    if (near('runners.yaml') !== undefined) return [];
    if (device !== undefined && !isMcux) {
      const title = `${board ?? device} by LinkServer (${build})`;
      const server = { kind: 'linkserver', device, args: [] } as const;
      return [{ ...common, title, found: { server } }];
    }
    const isZephyr = entry('ZEPHYR_BASE') !== undefined || entry('Zephyr_DIR') !== undefined;
    if (!isZephyr || board === undefined || near('zephyr/runners.yaml') !== undefined) return [];
    if (/qemu|native|_sim\b|unit_testing/.test(board)) return [];
    if (machineOfZephyrBoard(board) !== undefined) return [];
    if (near('domains.yaml') !== undefined) return [];
    return [
      {
        ...common,
        title: `${board} (${build})`,
        found: unusable(
          'This build does not say how its board is reached: zephyr/runners.yaml is missing',
          'Build it to the end with west, or describe the board in the setting cyclescope.boards.',
        ),
      },
    ];
  });
}

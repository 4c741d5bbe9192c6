import type { OpenOcdSetup } from '../../../extension/targets/board/servers/openocd/process';
import type { PyOcdSetup } from '../../../extension/targets/board/servers/pyocd/process';
import type { BoardSetup } from '../../../extension/targets/setup';
import { OPENOCD_FOLDER, type Rig } from '../../rig/rig';
import { pyOcdBoard, RIG_RAM } from '../pyocd/board';

/** The tool that reaches a rig. */
export type Way = 'OpenOCD' | 'pyOCD' | 'a Bus Pirate';

/** Differences from a setup that works. */
export interface Otherwise {
  readonly openocd?: Partial<OpenOcdSetup> | undefined;
  readonly pyocd?: Partial<PyOcdSetup> | undefined;
  readonly board?: Partial<BoardSetup> | undefined;
}

/** A rig as a board that is reached that way. */
export function makeRigBoard(
  rig: Rig,
  way: Way,
  { openocd, pyocd, board }: Otherwise = {},
): BoardSetup {
  if (way === 'pyOCD') return pyOcdBoard(rig, pyocd, { ram: RIG_RAM, ...board });
  const [variable, file] =
    way === 'OpenOCD'
      ? [`set RIG_PORT ${rig.stlinkPort}`, 'stlink.cfg']
      : [`set RIG_TERMINAL ${rig.terminal}`, 'bus-pirate.cfg'];
  return {
    id: 'board:rig',
    title: 'The rig',
    source: 'this test',
    server: {
      kind: 'openocd',
      commandsFirst: [variable],
      searchFolders: [OPENOCD_FOLDER],
      configFiles: [file],
      commands: [],
      ...openocd,
    },
    images: { kind: 'named', name: 'qemu-freertos-m7' },
    ram: RIG_RAM,
    namesPrograms: false,
    gaps: [],
    ...board,
  };
}

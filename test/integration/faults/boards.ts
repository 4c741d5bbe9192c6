import { openocd } from '../../../extension/targets/board/servers/openocd';
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
  { openocd: other, pyocd, board }: Otherwise = {},
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
      ...other,
    },
    images: { kind: 'named', name: 'qemu-freertos-m7' },
    ram: RIG_RAM,
    namesPrograms: false,
    gaps: [],
    ...board,
  };
}

/** OpenOCD without any configuration file, but for the rig's address. */
export function openOcdAlone(rig: Rig): Partial<OpenOcdSetup> {
  const setup = openocd.anyChip?.({
    family: 'st-link',
    accessPort: '0',
    architecture: 'armv7em',
    chip: 'STM32F405RG',
  });
  const address = [`st-link backend tcp ${rig.stlinkPort}`, 'st-link vid_pid 0x0483 0x374e'];
  const [driver = '', ...others] = (setup as OpenOcdSetup).commands;
  return { commandsFirst: [], configFiles: [], commands: [driver, ...address, ...others] };
}

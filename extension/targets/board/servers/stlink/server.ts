import { STLINK } from '../../../../gdb';
import { programRequirement } from '../../../../host';
import type { StLinkSetup } from '../../../setup';
import { byMemoryOrHalting } from '../../by-memory';
import { plainControl } from '../../core-state';
import type { DebugServer } from '../../server';
import { STLINK_CAUSES } from './causes';
import { programmerFolder, STLINK_PROGRAM, stLinkCommand } from './command';

const REMEDY = 'Install STM32CubeCLT from st.com, or name it in the configuration';

/** ST's own server. It has no RTT service. */
export const stlink: DebugServer<StLinkSetup> = {
  kind: 'stlink',
  title: 'ST-LINK GDB server',
  quirks: STLINK,
  command: stLinkCommand,
  ready: /Waiting for (?:debugger )?connection|Listening at/i,
  causes: STLINK_CAUSES,
  requirements: async (setup) => [
    programRequirement(STLINK_PROGRAM, setup.program, REMEDY),
    { name: 'STM32CubeProgrammer', found: programmerFolder(setup), remedy: REMEDY },
  ],
  ...plainControl("ST's server"),
  openRtt: byMemoryOrHalting,
};

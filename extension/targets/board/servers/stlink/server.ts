import { programRequirement } from '../../../../host';
import { byMemoryOrHalting } from '../../by-memory';
import { plainControl } from '../../core-state';
import { debugServer } from '../../server';
import { configuration } from './configuration';
import {
  programmerFolder,
  STLINK_CAUSES,
  STLINK_PROGRAM,
  stLinkCommand,
  type StLinkSetup,
} from './process';

const REMEDY = 'Install STM32CubeCLT from st.com, or name it in the configuration';

/** ST's own server. It has no RTT service. */
export const stlink = debugServer<StLinkSetup>({
  kind: 'stlink',
  title: 'ST-LINK GDB server',
  ...configuration,
  // From ST's documentation.
  quirks: {
    name: 'the ST-LINK GDB server',
    binaryWrites: true,
    whileRunning: 'untried',
    checksums: false,
    packetSize: 0x400,
  },
  command: stLinkCommand,
  ready: /Waiting for (?:debugger )?connection|Listening at/i,
  causes: STLINK_CAUSES,
  requirements: async (setup) => [
    programRequirement(STLINK_PROGRAM, setup.program, REMEDY),
    { name: 'STM32CubeProgrammer', found: programmerFolder(setup), remedy: REMEDY },
  ],
  ...plainControl("ST's server"),
  openRtt: byMemoryOrHalting,
});

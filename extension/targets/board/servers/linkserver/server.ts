import { programRequirement } from '../../../../host';
import { byMemoryOrHalting } from '../../by-memory';
import { plainControl } from '../../core-state';
import { debugServer } from '../../server';
import { configuration } from './configuration';
import {
  LINKSERVER_CAUSES,
  LINKSERVER_PROGRAM,
  linkServerCommand,
  type LinkServerSetup,
} from './process';

/** NXP's LinkServer. It has no RTT service, and it is undocumented whether it reads memory while the core runs. */
export const linkserver = debugServer<LinkServerSetup>({
  kind: 'linkserver',
  title: 'LinkServer',
  ...configuration,
  // From NXP's documentation.
  quirks: {
    name: 'LinkServer',
    binaryWrites: true,
    whileRunning: 'untried',
    checksums: false,
    packetSize: 0x400,
  },
  command: linkServerCommand,
  ready:
    /GDB server[^\n]*(?:listening|started|ready)|waiting for [^\n]*(?:gdb|debugger|connection)/i,
  // The stub behind the port is started after the line.
  settleMs: 1000,
  causes: LINKSERVER_CAUSES,
  requirements: async ({ program }) => [
    programRequirement(
      LINKSERVER_PROGRAM,
      program,
      'Install LinkServer from nxp.com, or name its program in the configuration',
    ),
  ],
  ...plainControl('LinkServer'),
  openRtt: byMemoryOrHalting,
});

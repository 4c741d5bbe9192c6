import { LINKSERVER } from '../../../../gdb';
import { programRequirement } from '../../../../host';
import type { LinkServerSetup } from '../../../setup';
import { byMemoryOrHalting } from '../../by-memory';
import { plainControl } from '../../core-state';
import type { DebugServer } from '../../server';
import { LINKSERVER_CAUSES } from './causes';
import { LINKSERVER_PROGRAM, linkServerCommand } from './command';

/** NXP's LinkServer. It has no RTT service, and nobody says whether it gives memory away while the core runs. */
export const linkserver: DebugServer<LinkServerSetup> = {
  kind: 'linkserver',
  title: 'LinkServer',
  quirks: LINKSERVER,
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
};

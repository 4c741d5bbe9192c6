import { programOf, type VendorProgram } from '../../../../host';
import type { LinkServerSetup } from '../../../setup';
import type { ServerCommand, ServerStart } from '../../server';

/** NXP's LinkServer as its installers place it. */
export const LINKSERVER_PROGRAM: VendorProgram = {
  names: { linux: 'LinkServer' },
  folders: {
    linux: ['/usr/local/LinkServer', '/usr/local/LinkServer_*'],
    darwin: ['/Applications/LinkServer_*'],
    win32: ['C:\\nxp\\LinkServer_*', 'C:\\NXP\\LinkServer_*'],
  },
};

/**
 * LinkServer's command line, by its documentation. It is not told to attach: only when it starts a
 * session of its own does it run the device's connect script, without which the RAM of an i.MX RT is
 * not in a known state. It has no option for the speed of the wire.
 */
export function linkServerCommand(start: ServerStart<LinkServerSetup>): ServerCommand {
  const { board, setup, ports } = start;
  return {
    program: programOf(LINKSERVER_PROGRAM, setup.program),
    args: [
      'gdbserver',
      '--probe',
      board.probe ?? '#1',
      '--gdb-port',
      `${ports.gdb}`,
      '--semihost-port',
      `${ports.telnet}`,
      ...setup.args,
      setup.device,
    ],
  };
}

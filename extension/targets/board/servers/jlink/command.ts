import { programOf, type VendorProgram } from '../../../../host';
import type { JLinkSetup } from '../../../setup';
import type { ServerCommand, ServerStart } from '../../server';

/** SEGGER's server for the command line, as its installers place it. */
export const JLINK_PROGRAM: VendorProgram = {
  names: { linux: 'JLinkGDBServerCLExe', win32: 'JLinkGDBServerCL' },
  folders: {
    linux: ['/opt/SEGGER/JLink', '/opt/SEGGER/JLink*'],
    darwin: ['/Applications/SEGGER/JLink', '/Applications/SEGGER/JLink*'],
    win32: ['C:\\Program Files\\SEGGER\\JLink*', 'C:\\Program Files (x86)\\SEGGER\\JLink*'],
  },
};

/** The command line of SEGGER's server, by its documentation. */
export function jlinkCommand({ board, setup, ports }: ServerStart<JLinkSetup>): ServerCommand {
  return {
    program: programOf(JLINK_PROGRAM, setup.program),
    args: [
      '-singlerun',
      '-nogui',
      '-localhostonly',
      '1',
      '-if',
      (setup.interface ?? 'swd').toUpperCase(),
      '-port',
      `${ports.gdb}`,
      '-swoport',
      `${ports.command}`,
      '-telnetport',
      `${ports.telnet}`,
      '-rtttelnetport',
      `${ports.rtt}`,
      '-device',
      setup.device,
      '-select',
      selection(setup, board.probe),
      '-speed',
      `${board.speedKhz ?? 'auto'}`,
      '-noir',
      ...setup.args,
    ],
  };
}

function selection({ address }: JLinkSetup, probe: string | undefined): string {
  if (address !== undefined) return `ip=${address}`;
  return probe === undefined ? 'usb' : `usb=${probe}`;
}

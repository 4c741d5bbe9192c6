import { resolveProgram, type VendorProgram } from '../../../../host';
import type { ServerSetup } from '../../../setup';
import { nameOfDevice, nameOfProbe, UDEV_HINT } from '../../failures';
import type { ServerCause, ServerCommand, ServerStart } from '../../server';

/** SEGGER's J-Link GDB server. */
export interface JLinkSetup extends ServerSetup {
  readonly kind: 'jlink';
  readonly device: string;
  readonly interface?: 'swd' | 'jtag' | undefined;
  /** An emulator on the network instead of one at USB. */
  readonly address?: string | undefined;
  readonly args: readonly string[];
}

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
    program: resolveProgram(JLINK_PROGRAM, setup.program),
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

/** Messages of SEGGER's server, from its documentation and from users' posts; the more exact first. */
export const JLINK_CAUSES: readonly ServerCause[] = [
  {
    pattern: /Failed to get index for device name '([^']*)'|unknown device[^\n"']*["']?([\w-]*)/i,
    code: 'start-failed',
    message: (_, board) =>
      `The device${nameOfDevice(board)} is unknown to J-Link, which did not start`,
    hint: (_, board) =>
      `Correct the device's name in ${board.source}; J-Link's list of supported devices has the valid names.`,
  },
  {
    pattern: /(?:Failed to open|Can(?:no|')t open) listener port (\d+)/i,
    code: 'start-failed',
    message: ([, port]) => `TCP port ${port} for J-Link was taken in the meantime`,
    hint: () => 'Try again.',
    isPortTaken: true,
  },
  {
    pattern:
      /Connecting to J-Link failed|Could not connect to J-Link|No emulators? (?:connected|found)/i,
    code: 'start-failed',
    message: (_, board) => `No J-Link${nameOfProbe(board)} was found`,
    hint: () => `Check that it is plugged in and that no other program uses it. ${UDEV_HINT}`,
  },
  {
    pattern: /Target voltage:? *(?:too low|0\.\d+ ?V)/i,
    code: 'start-failed',
    message: () => 'J-Link measures no supply voltage on the target',
    hint: () => 'Power the board, and check that VTref of the debug connector is wired.',
  },
  {
    pattern:
      /Could not connect to target|Can ?not connect to target|Cannot connect to (?:the )?(?:CPU|core)/i,
    code: 'start-failed',
    message: () => 'J-Link is connected, but the target does not answer',
    hint: () =>
      'Check that the board is powered and connected, and that the device is the right one. A lower `speed` helps with long wires.',
  },
  {
    pattern:
      /[^\n]*(?:terms of use|license (?:agreement|has expired)|(?:is|may be) (?:a clone|defective))[^\n]*/i,
    code: 'start-failed',
    message: ([line]) => `J-Link is waiting for an answer: ${line}`,
    hint: () => 'Start J-Link Commander once and answer its question.',
    isFinal: true,
  },
  {
    pattern: /(?:Unknown|Invalid) (?:command line )?(?:option|parameter|argument)[^\n]*/i,
    code: 'start-failed',
    message: ([line]) => `J-Link rejected an option of this configuration: ${line}`,
    hint: (_, board) => `Correct the options in ${board.source}.`,
  },
];

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOOPBACK, resolveProgram, type VendorProgram } from '../../../../host';
import type { ServerSetup } from '../../../setup';
import { LOCKED_HINT, nameOfProbe, NO_ACCESS, UDEV_HINT } from '../../failures';
import type { CoreLines, ServerCause, ServerCommand, ServerStart } from '../../server';

/** OpenOCD with the configuration files of a board. */
export interface OpenOcdSetup extends ServerSetup {
  readonly kind: 'openocd';
  readonly configFiles: readonly string[];
  readonly searchFolders: readonly string[];
  /** Commands before the configuration files, which read what these set. */
  readonly commandsFirst?: readonly string[] | undefined;
  /** Commands behind the configuration files, before `init`. */
  readonly commands: readonly string[];
}

/** OpenOCD as distributions and its users install it. */
export const OPENOCD_PROGRAM: VendorProgram = {
  names: { linux: 'openocd' },
  folders: {
    linux: [
      '/opt/openocd/bin',
      '~/zephyr-sdk-*/sysroots/*/usr/bin',
      '/opt/zephyr-sdk-*/sysroots/*/usr/bin',
    ],
    darwin: ['/opt/homebrew/bin', '/usr/local/bin'],
    win32: ['C:\\Program Files\\OpenOCD\\bin', 'C:\\OpenOCD\\bin'],
  },
};

/** OpenOCD's command line: what a user's files set is theirs, but for the ports and the network that they open. */
export function openOcdCommand(start: ServerStart<OpenOcdSetup>): ServerCommand {
  const { board, setup, ports } = start;
  const commands = [
    ...setup.commands,
    // A serial number counts for any probe, and only after its driver was chosen.
    ...(board.probe === undefined ? [] : [`adapter serial ${quoteForTcl(board.probe)}`]),
    ...(board.speedKhz === undefined ? [] : [`adapter speed ${board.speedKhz}`]),
    // Without it a read that failed would look like zeros.
    'gdb_report_data_abort enable',
  ];
  const own = [
    `bindto ${LOOPBACK}`,
    `gdb_port ${ports.gdb}`,
    `tcl_port ${ports.command}`,
    'telnet_port disabled',
    ...(setup.commandsFirst ?? []),
  ];
  return {
    program: resolveProgram(OPENOCD_PROGRAM, setup.program),
    args: [
      ...own.flatMap((command) => ['-c', command]),
      ...[...setup.searchFolders, OWN_SCRIPTS].flatMap((folder) => ['-s', folder]),
      ...setup.configFiles.flatMap((file) => ['-f', file]),
      ...commands.flatMap((command) => ['-c', command]),
    ],
  };
}

/** Quotes a Tcl word. */
export function quoteForTcl(word: string): string {
  return `"${word.replaceAll(/["\\$[\]]/g, '\\$&')}"`;
}

/** The folder of our configurations for devices that OpenOCD lacks: beside the bundle's folder, or in a clone. */
export const OWN_SCRIPTS = ownScripts(__dirname);

function ownScripts(here: string): string {
  const inPackage = join(here, '..', 'media/servers/openocd');
  return existsSync(inPackage) ? inPackage : join(here, '../../../../..', 'media/servers/openocd');
}

/** Messages of OpenOCD 0.12 on stderr, and their meaning. */
export const OPENOCD_CAUSES: readonly ServerCause[] = [
  {
    pattern: /failed to (?:send|receive) USB CMD/,
    code: 'target-gone',
    message: (_, board) => `The debug probe${nameOfProbe(board)} no longer answers OpenOCD`,
    hint: () => 'It may have been unplugged. Plug it in again, and try again.',
  },
  {
    pattern: /Can't find (\S+)/,
    code: 'start-failed',
    message: ([, file = ''], board) =>
      `OpenOCD did not find the configuration file ${file} (${board.source})`,
    hint: () => 'Correct its name, or add its folder to the search folders.',
  },
  {
    pattern: /invalid command name "[^"]+"|wrong # args: should be "[^"]+"/,
    code: 'start-failed',
    message: ([line], board) => `OpenOCD rejected the configuration (${board.source}): ${line}`,
    hint: () =>
      'It may be written for another version; `openocd --version` shows the installed one.',
  },
  {
    pattern: /The '([^']+)' command must be used before 'init'/,
    code: 'start-failed',
    message: ([, command = ''], board) =>
      `A configuration file of ${board.source} calls \`init\` before \`${command}\``,
    hint: () => 'Remove `init` and what follows it from the configuration files.',
  },
  {
    pattern: /LIBUSB_ERROR_ACCESS|permission denied/i,
    code: 'start-failed',
    message: (_, board) => `There is no permission to use the debug probe${nameOfProbe(board)}`,
    hint: () => UDEV_HINT,
  },
  {
    pattern: /LIBUSB_ERROR_BUSY|unable to claim interface|device is (?:busy|in use)/i,
    code: 'busy',
    message: (_, board) => `The debug probe${nameOfProbe(board)} is in use by another program`,
    hint: () => 'End the debug session or server that uses it, and try again.',
  },
  {
    pattern:
      /unable to find a matching CMSIS-DAP|No J-Link device found|open failed|LIBUSB_ERROR_NO_DEVICE|unable to open ftdi device|cannot connect to \S+ server/i,
    code: 'start-failed',
    message: (_, board) => `OpenOCD found no debug probe${nameOfProbe(board)}`,
    hint: () =>
      `Check that it is plugged in and that the configuration names the right kind of probe. ${UDEV_HINT}`,
  },
  {
    // OpenOCD itself continues without that port.
    pattern: /couldn't bind \S+ to socket on port (\d+)/,
    code: 'start-failed',
    message: ([, port = '']) => `TCP port ${port} for OpenOCD is already in use`,
    hint: () => 'If a configuration file sets that port, remove the setting. Otherwise try again.',
    isFinal: true,
    isPortTaken: true,
  },
  {
    pattern: /UNEXPECTED: (0x[0-9a-f]+)/i,
    code: 'start-failed',
    message: ([, id = ''], board) =>
      `The connected device is not the one that ${board.source} names: its identifier is ${id}`,
    hint: () => 'Check that it is the right board and that the configuration names its device.',
  },
  {
    pattern: /target voltage may be too low/i,
    code: 'start-failed',
    message: () => 'The debug probe measures no supply voltage on the target',
    hint: () => 'Power the board, and connect its reference voltage (VTref) to the probe.',
  },
  {
    pattern: /target \S+ examination failed|Could not find MEM-AP|AP lock engaged/,
    code: 'start-failed',
    message: () => NO_ACCESS,
    hint: () =>
      `${LOCKED_HINT} Otherwise check that it is the device that the configuration names. A lower speed helps with long wires.`,
  },
  {
    pattern:
      /cannot read IDR|Error connecting DP|init mode failed|unable to connect to the target|Fail reading CTRL\/STAT|Could not initialize the debug port|not examined yet/i,
    code: 'start-failed',
    message: () => 'The debug probe is connected, but the target does not answer',
    hint: () =>
      'Check that the board is powered and wired, and that it is the device that the configuration names, with an open debug port. A lower speed helps with long wires.',
  },
];

/** Its messages about a core, which it polls ten times a second. */
export const OPENOCD_EVENTS: CoreLines = {
  lockUp: /clearing lockup after double fault/,
  reset: /external reset detected/,
  silence: /Examination failed, GDB will be halted/,
};

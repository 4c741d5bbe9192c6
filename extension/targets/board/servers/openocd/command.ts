import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOOPBACK, programOf, type VendorProgram } from '../../../../host';
import type { OpenOcdSetup } from '../../../setup';
import type { ServerCommand, ServerStart } from '../../server';

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
    ...(board.probe === undefined ? [] : [`adapter serial ${quoted(board.probe)}`]),
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
    program: programOf(OPENOCD_PROGRAM, setup.program),
    args: [
      ...own.flatMap((command) => ['-c', command]),
      ...[...setup.searchFolders, OWN_SCRIPTS].flatMap((folder) => ['-s', folder]),
      ...setup.configFiles.flatMap((file) => ['-f', file]),
      ...commands.flatMap((command) => ['-c', command]),
    ],
  };
}

/** A Tcl word that stands for itself. */
function quoted(word: string): string {
  return `"${word.replaceAll(/["\\$[\]]/g, '\\$&')}"`;
}

/** Where our configurations for devices that OpenOCD lacks lie: beside the bundle's folder, or in a clone. */
export const OWN_SCRIPTS = ownScripts(__dirname);

function ownScripts(here: string): string {
  const inPackage = join(here, '..', 'media', 'openocd');
  return existsSync(inPackage) ? inPackage : join(here, '../../../../..', 'media/openocd');
}

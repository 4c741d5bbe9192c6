import { dirname } from 'node:path';
import { findProgram, resolveProgram, type VendorProgram } from '../../../../host';
import type { ServerSetup } from '../../../setup';
import { nameOfProbe, UDEV_HINT } from '../../failures';
import type { ServerCause, ServerCommand, ServerStart } from '../../server';

/** ST's GDB server for ST-LINK. */
export interface StLinkSetup extends ServerSetup {
  readonly kind: 'stlink';
  /** The folder of STM32CubeProgrammer's programs, which the server asks for. */
  readonly programmerFolder?: string | undefined;
  readonly args: readonly string[];
}

const CUBE_PLUGINS = 'plugins/com.st.stm32cube.ide.mcu.externaltools';

/** ST's server, from the STM32CubeCLT or the STM32CubeIDE. */
export const STLINK_PROGRAM: VendorProgram = {
  names: { linux: 'ST-LINK_gdbserver' },
  folders: {
    linux: [
      '/opt/st/stm32cubeclt*/STLink-gdb-server/bin',
      `/opt/st/stm32cubeide*/${CUBE_PLUGINS}.stlink-gdb-server.*/tools/bin`,
    ],
    darwin: [
      '/opt/ST/STM32CubeCLT*/STLink-gdb-server/bin',
      `/Applications/STM32CubeIDE.app/Contents/Eclipse/${CUBE_PLUGINS}.stlink-gdb-server.*/tools/bin`,
    ],
    win32: [
      'C:\\ST\\STM32CubeCLT*\\STLink-gdb-server\\bin',
      `C:\\ST\\STM32CubeIDE*\\STM32CubeIDE\\${CUBE_PLUGINS}.stlink-gdb-server.*\\tools\\bin`,
    ],
  },
};

/** The programmer, whose folder the server needs. */
export const PROGRAMMER: VendorProgram = {
  names: { linux: 'STM32_Programmer_CLI' },
  folders: {
    linux: [
      '/opt/st/stm32cubeclt*/STM32CubeProgrammer/bin',
      '~/STMicroelectronics/STM32Cube/STM32CubeProgrammer/bin',
      `/opt/st/stm32cubeide*/${CUBE_PLUGINS}.cubeprogrammer.*/tools/bin`,
    ],
    darwin: [
      '/opt/ST/STM32CubeCLT*/STM32CubeProgrammer/bin',
      '/Applications/STMicroelectronics/STM32Cube/STM32CubeProgrammer/STM32CubeProgrammer.app/Contents/MacOs/bin',
    ],
    win32: [
      'C:\\ST\\STM32CubeCLT*\\STM32CubeProgrammer\\bin',
      'C:\\Program Files\\STMicroelectronics\\STM32Cube\\STM32CubeProgrammer\\bin',
    ],
  },
};

/** Returns the programmer's folder: the one in the setup, or one that is found. */
export function programmerFolder({ programmerFolder: named }: StLinkSetup): string | undefined {
  const found = named ?? findProgram(PROGRAMMER);
  return named ?? (found === undefined ? undefined : dirname(found));
}

/** The command line of ST's server, by its documentation; it has no option to listen on loopback alone. */
export function stLinkCommand({ board, setup, ports }: ServerStart<StLinkSetup>): ServerCommand {
  const folder = programmerFolder(setup);
  return {
    program: resolveProgram(STLINK_PROGRAM, setup.program),
    args: [
      '-p',
      `${ports.gdb}`,
      '--swd',
      '--halt',
      ...(folder === undefined ? [] : ['-cp', folder]),
      ...(board.probe === undefined ? [] : ['--serial-number', board.probe]),
      ...(board.speedKhz === undefined ? [] : ['--frequency', `${board.speedKhz}`]),
      ...setup.args,
    ],
  };
}

/** Messages of ST's server, from users' posts; the more exact first. */
export const STLINK_CAUSES: readonly ServerCause[] = [
  {
    pattern: /Could not verify ST device/i,
    code: 'start-failed',
    message: () => "ST's server rejected the device: it could not verify that ST made it",
    hint: () => 'Check that it is a powered and connected STM32. OpenOCD does not require this.',
  },
  {
    pattern:
      /(?:No ST-?LINK (?:device )?(?:detected|found)|ST-?LINK device (?:not found|initialization failed))/i,
    code: 'start-failed',
    message: (_, board) => `ST's server found no ST-LINK${nameOfProbe(board)}`,
    hint: () => `Check that it is plugged in. ${UDEV_HINT}`,
  },
  {
    pattern: /ST-?LINK[^\n]*(?:already )?in use|used by another/i,
    code: 'busy',
    message: (_, board) => `The ST-LINK${nameOfProbe(board)} is in use by another program`,
    hint: () => 'End the debug session or server that uses it, and try again.',
  },
  {
    pattern:
      /(?:bind|listen)[^\n]*(?:failed|error)|Failed to (?:bind|listen|open port)|address already in use/i,
    code: 'start-failed',
    message: () => "A TCP port for ST's server was taken in the meantime",
    hint: () => 'Try again.',
    isPortTaken: true,
  },
  {
    pattern: /Reason: *(?:ST-LINK: *|\(\d+\) *)*([^\n]*?)\.? *(?:\n|$)/,
    code: 'start-failed',
    message: ([, reason]) => `ST's server could not start with the ST-LINK: ${reason}`,
    hint: () =>
      'Check that the board is powered and connected. A lower `speed` helps with long wires.',
  },
  {
    pattern: /PARSE ERROR:[^\n]*|Couldn't find match for argument[^\n]*/,
    code: 'start-failed',
    message: ([line]) => `ST's server rejected an option of this configuration: ${line}`,
    hint: (_, board) => `Correct the options in ${board.source}.`,
  },
];

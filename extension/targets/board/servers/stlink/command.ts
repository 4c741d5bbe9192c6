import { dirname } from 'node:path';
import { findProgram, programOf, type VendorProgram } from '../../../../host';
import type { StLinkSetup } from '../../../setup';
import type { ServerCommand, ServerStart } from '../../server';

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

/** The programmer, whose folder the server wants to know. */
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

/** Where the programmer is, by the setup or where it is found. */
export function programmerFolder({ programmerFolder: named }: StLinkSetup): string | undefined {
  const found = named ?? findProgram(PROGRAMMER);
  return named ?? (found === undefined ? undefined : dirname(found));
}

/** The command line of ST's server, by its documentation; it has no option to listen on loopback alone. */
export function stLinkCommand({ board, setup, ports }: ServerStart<StLinkSetup>): ServerCommand {
  const folder = programmerFolder(setup);
  return {
    program: programOf(STLINK_PROGRAM, setup.program),
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

import type { Fields } from '../../targets/detect/values';
import { isProbed, type BoardSetup, type ServerSetup } from '../../targets/swd/setup';

/** A board as cortex-debug would be told of it, for boards without a configuration of that kind. */
export function boardConfiguration(board: BoardSetup): Fields | undefined {
  if (!isProbed(board)) return undefined;
  const { server, probe } = board;
  const fields = server === undefined ? undefined : serverFields(server, probe);
  return fields && withoutNothing(fields);
}

function serverFields(server: ServerSetup, probe: string | undefined): Fields | undefined {
  switch (server.kind) {
    case 'openocd':
      return {
        servertype: 'openocd',
        serverpath: server.program,
        configFiles: server.configFiles,
        searchDir: server.searchFolders,
        openOCDPreConfigLaunchCommands: [
          ...(server.commandsFirst ?? []),
          ...(probe === undefined ? [] : [`adapter serial ${probe}`]),
        ],
        openOCDLaunchCommands: server.commands,
      };
    case 'jlink':
      return {
        servertype: 'jlink',
        serverpath: server.program,
        device: server.device,
        interface: server.interface,
        ipAddress: server.address,
        serialNumber: probe,
        serverArgs: server.args,
      };
    case 'pyocd':
      return {
        servertype: 'pyocd',
        serverpath: server.program,
        targetId: server.target,
        boardId: probe,
        serverArgs: server.args,
      };
    case 'stlink':
      return {
        servertype: 'stlink',
        serverpath: server.program,
        stm32cubeprogrammer: server.programmerFolder,
        serialNumber: probe,
        serverArgs: server.args,
      };
    case 'external':
      return { servertype: 'external', gdbTarget: `${server.host}:${server.port}` };
    case 'linkserver':
      // cortex-debug cannot start that one.
      return undefined;
  }
}

function withoutNothing(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The built-in emulator as cortex-debug reaches it; its words are not those of other servers. */
export function emulatorConfiguration(address: string): Fields {
  return {
    servertype: 'external',
    gdbTarget: address,
    overrideLaunchCommands: ['monitor system_reset', 'load', 'monitor system_reset'],
    overrideResetCommands: ['monitor system_reset'],
  };
}

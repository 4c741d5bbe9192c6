import type { ServerSetup, SetupGap } from '../../swd/setup';
import type { Found } from '../found';
import { configuringCommands, serialIn } from '../openocd-commands';
import { argumentReaders, type ArgumentReader } from '../server-arguments';
import { textOf, textsOf, type Fields } from '../values';

/** How cortex-debug describes one kind of server. */
export interface CortexServer {
  /** Older names of `serverpath`, and the setting that stands in for all of them. */
  readonly paths: readonly string[];
  readonly setting: string;
  /** A further setting that stands in for the member of the same name. */
  readonly folderSetting?: string;
  readonly members: readonly string[];
  /** Takes the members with all variables replaced. */
  readonly read: (fields: Fields) => Found & { readonly server?: ServerSetup | undefined };
}

/** What the configuration's own arguments for the server say. */
function byArguments<S extends ServerSetup>(reader: ArgumentReader<S>, fields: Fields) {
  return reader(textsOf(fields['serverArgs']), textOf(fields['serverpath']));
}

const openocd: CortexServer = {
  paths: ['openOCDPath'],
  setting: 'openocdPath',
  members: ['configFiles', 'searchDir', 'openOCDLaunchCommands', 'openOCDPreConfigLaunchCommands'],
  read: (fields) => {
    const { server, probe } = byArguments(argumentReaders.openocd, fields);
    const first = textsOf(fields['openOCDPreConfigLaunchCommands']);
    const last = textsOf(fields['openOCDLaunchCommands']);
    const configFiles = [...textsOf(fields['configFiles']), ...server.configFiles];
    return {
      probe: serialIn([...first, ...last]) ?? probe ?? textOf(fields['serialNumber']),
      server: {
        ...server,
        configFiles,
        searchFolders: [...textsOf(fields['searchDir']), ...server.searchFolders],
        commandsFirst: configuringCommands(first),
        commands: configuringCommands([...server.commands, ...last]),
      },
      gaps: configFiles.length === 0 ? [NO_FILES] : [],
    };
  },
};

const NO_FILES: SetupGap = {
  what: 'It names no configuration file for OpenOCD',
  remedy: 'Name the interface and the target in "configFiles".',
};

const pyocd: CortexServer = {
  paths: ['pyocdPath'],
  setting: 'pyocdPath',
  members: ['boardId', 'board', 'targetId', 'target', 'cmsisPack'],
  read: (fields) => {
    const { server, ...found } = byArguments(argumentReaders.pyocd, fields);
    const pack = textOf(fields['cmsisPack']);
    return {
      ...found,
      probe: textOf(fields['boardId']) ?? textOf(fields['board']) ?? found.probe,
      server: {
        ...server,
        target: textOf(fields['targetId']) ?? textOf(fields['target']) ?? server.target,
        args: [...(pack === undefined ? [] : ['--pack', pack]), ...server.args],
      },
    };
  },
};

const jlink: CortexServer = {
  paths: ['jlinkpath'],
  setting: 'JLinkGDBServerPath',
  members: ['device', 'jlinkInterface', 'ipAddress', 'jlinkscript'],
  read: (fields) => {
    const { server, ...found } = byArguments(argumentReaders.jlink, fields);
    const wires = wiresOf(fields);
    const serial = textOf(fields['serialNumber']) ?? found.probe;
    const script = textOf(fields['jlinkscript']);
    return {
      ...found,
      probe: serial,
      server: {
        ...server,
        device: textOf(fields['device']) ?? server.device,
        interface: wires === 'swd' || wires === 'jtag' ? wires : server.interface,
        address: serial === undefined ? (textOf(fields['ipAddress']) ?? server.address) : undefined,
        args: [...(script === undefined ? [] : ['-jlinkscriptfile', script]), ...server.args],
      },
      gaps: otherWires(wires, ['swd', 'jtag']),
    };
  },
};

const stlink: CortexServer = {
  paths: ['stlinkPath'],
  setting: 'stlinkPath',
  folderSetting: 'stm32cubeprogrammer',
  members: ['stm32cubeprogrammer'],
  read: (fields) => {
    const { server, ...found } = byArguments(argumentReaders.stlink, fields);
    const programmerFolder = textOf(fields['stm32cubeprogrammer']) ?? server.programmerFolder;
    return {
      ...found,
      probe: textOf(fields['serialNumber']) ?? found.probe,
      server: { ...server, programmerFolder },
      gaps: otherWires(wiresOf(fields), ['swd']),
    };
  },
};

function wiresOf(fields: Fields): string | undefined {
  return (textOf(fields['interface']) ?? textOf(fields['jlinkInterface']))?.toLowerCase();
}

function otherWires(wires: string | undefined, usable: readonly string[]): readonly SetupGap[] {
  if (wires === undefined || usable.includes(wires)) return [];
  return [
    {
      what: `It is reached by ${wires}, which Cyclescope does not use with this server`,
      remedy: 'Use swd, or start the server yourself and use gdb://localhost:PORT.',
    },
  ];
}

/** The servers of cortex-debug that can be used, by their `servertype`. */
export const cortexServers: Readonly<Record<string, CortexServer | undefined>> = {
  openocd,
  pyocd,
  jlink,
  stlink,
};

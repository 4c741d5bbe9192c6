import type { ServerSetup, SetupGap } from '../../../targets';
import { inFolder } from '../in-folder';
import {
  type ArgumentReader,
  argumentReaders,
  configuringCommands,
  serialIn,
} from '../server-arguments';
import { type Fields, fieldsOf, textOf, textsOf } from '../values';
import { type Found, isForOtherCores, OTHER_CORE, resolveFields, unusable } from '../variables';
import type { Setting } from '../world';
import { externalServer, folderOfEntry, type LaunchEntry, platformSection } from './entry';

const COMMON = ['serverpath', 'serverArgs', 'interface', 'serialNumber', 'targetProcessor'];

const NOT_USABLE: Readonly<Record<string, string>> = {
  stutil: 'st-util is no server that Cyclescope knows; ST-LINK probes work with OpenOCD as well',
  bmp: 'A Black Magic Probe is a server at a serial port, which Cyclescope does not speak to',
  pe: 'The server of PEmicro is not known to Cyclescope',
  qemu: 'It is an emulator; Cyclescope brings its own, as the target qemu-freertos-m7',
};

/** Reads a configuration of type `cortex-debug` as that extension does. */
export function cortexDebug(entry: LaunchEntry): Found {
  const type = textOf(entry.fields['servertype']) ?? '';
  if (
    ['gdbPath', 'toolchainPrefix'].some((name) => isForOtherCores(textOf(entry.fields[name]) ?? ''))
  ) {
    return OTHER_CORE;
  }
  if (type === 'external') return externalServer(entry, entry.fields['gdbTarget']);
  const server = cortexServers[type];
  if (server === undefined) {
    return unusable(NOT_USABLE[type] ?? `Its servertype "${type}" is not known to Cyclescope`);
  }
  const program = programOf(entry, server);
  const folder = server.folderSetting;
  const fields = {
    ...(folder === undefined ? {} : { [folder]: cortexSetting(entry, folder)?.value }),
    ...entry.fields,
    serverpath: program.path,
  };
  const known = resolveFields(fields, [...COMMON, ...server.members], entry);
  const found = server.read(known.fields);
  // What was left out is missing for its variables alone: that is said once.
  const isComplete = known.unresolved.length === 0;
  return {
    ...found,
    server: found.server && inFolder(found.server, folderOfEntry(entry), entry.world),
    namesPrograms: program.fromProject || runsProject(found.server, entry.fromProject),
    unresolved: known.unresolved,
    gaps: isComplete ? [...(found.gaps ?? []), ...otherCore(known.fields['targetProcessor'])] : [],
  };
}

/** What a configuration names itself, by its old names too, wins over the settings. */
function programOf(entry: LaunchEntry, { paths, setting }: CortexServer) {
  const told = ['serverpath', ...paths].flatMap((name) => textOf(entry.fields[name]) ?? [])[0];
  if (told !== undefined) return { path: told, fromProject: entry.fromProject };
  const { value, fromProject = false } = cortexSetting(entry, setting) ?? {};
  return { path: textOf(value), fromProject };
}

/** OpenOCD and pyOCD read files of the folder they work in, whoever wrote the configuration. */
function runsProject(server: ServerSetup | undefined, fromProject: boolean): boolean {
  if (server === undefined || server.kind === 'external') return false;
  const readsFolder = server.kind === 'openocd' || server.kind === 'pyocd';
  return readsFolder || (fromProject && server.args.length > 0);
}

function otherCore(value: unknown): readonly SetupGap[] {
  const core = Number(textOf(value) ?? 0);
  if (!(core > 0)) return [];
  return [
    {
      what: `It debugs core ${core}, and Cyclescope reaches the first core alone`,
      remedy: 'Use a configuration of the first core.',
    },
  ];
}

/** How cortex-debug describes one kind of server. */
interface CortexServer {
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
const cortexServers: Readonly<Record<string, CortexServer | undefined>> = {
  openocd,
  pyocd,
  jlink,
  stlink,
};

/** A path among cortex-debug's settings: the plain one wins over the one for this platform. */
function cortexSetting(entry: LaunchEntry, name: string): Setting | undefined {
  const { setting } = entry.folder ?? entry.world;
  const section = platformSection(entry);
  const plain = setting(`cortex-debug.${name}`);
  // The editor gives `name.linux` as a member of `name`; a file has it as a name of its own.
  const value = textOf(plain?.value) ?? textOf(fieldsOf(plain?.value)[section]);
  if (plain !== undefined && value !== undefined) return { ...plain, value };
  const special = setting(`cortex-debug.${name}.${section}`);
  return textOf(special?.value) === undefined ? undefined : special;
}

import { toFields, lookUp, toText } from '../../../base';
import {
  type DebugServer,
  resolveProbeUse,
  serverNamed,
  type ServerSetup,
  type SetupGap,
} from '../../../targets';
import { inFolder } from '../finding';

import {
  type Found,
  isForOtherCores,
  OTHER_CORE,
  resolveFields,
  toUnusable,
  omitAbsent,
} from '../variables';
import type { Setting } from '../world';
import { folderOfEntry, type LaunchEntry, type LaunchType, platformSection } from './entry';
import { externalServer, getRunningServer } from './server';

const COMMON = ['serverpath', 'serverArgs', 'interface', 'serialNumber', 'targetProcessor'];

const NOT_USABLE: Readonly<Record<string, string>> = {
  stutil: 'st-util is not supported; ST-LINK probes also work with OpenOCD',
  bmp: 'A Black Magic Probe is a GDB server on a serial port, which is not supported',
  pe: 'The PEmicro server is not supported',
  qemu: 'It is an emulator; Cyclescope has its own, the target qemu-freertos-m7',
};

/** Configurations of cortex-debug, read as that extension does. */
export const cortexDebug: LaunchType = {
  type: 'cortex-debug',
  read: readCortexDebug,
  uses: (config) => {
    const type = toText(config['servertype']) ?? '';
    // Its own emulator.
    if (type === 'qemu') return [];
    if (type === 'external') return getRunningServer(toText(config['gdbTarget']));
    const found = serverNamed(type)?.cortexDebug?.read(config);
    return [resolveProbeUse(found ?? { probe: toText(config['serialNumber']) })];
  },
};

function readCortexDebug(entry: LaunchEntry): Found {
  const type = toText(entry.fields['servertype']) ?? '';
  if (
    ['gdbPath', 'toolchainPrefix'].some((name) => isForOtherCores(toText(entry.fields[name]) ?? ''))
  ) {
    return OTHER_CORE;
  }
  if (type === 'external') return externalServer(entry, entry.fields['gdbTarget']);
  const server = serverNamed(type)?.cortexDebug;
  if (server === undefined) {
    return toUnusable(lookUp(NOT_USABLE, type) ?? `Its servertype "${type}" is not supported`);
  }
  const program = chooseProgram(entry, server);
  const folder = server.folderSetting;
  const written = {
    ...(folder === undefined ? {} : { [folder]: cortexSetting(entry, folder)?.value }),
    ...entry.fields,
    serverpath: program.path,
  };
  const { fields, remarks } = omitAbsent(
    written,
    {
      serverpath: 'searched for on this computer',
      ...(folder !== undefined && { [folder]: 'searched for on this computer' }),
      serialNumber: 'the only attached probe is used',
    },
    entry,
  );
  const known = resolveFields(fields, [...COMMON, ...server.members], entry);
  const found = server.read(known.fields);
  // A field is missing only because of its variable, which is reported already.
  const isComplete = known.unresolved.length === 0;
  return {
    ...found,
    server: inFolder(found.server, folderOfEntry(entry), entry.world),
    namesPrograms:
      (program.fromProject && fields['serverpath'] !== undefined) ||
      runsProject(found.server, entry.fromProject),
    ...(remarks.length > 0 && { remarks }),
    unresolved: known.unresolved,
    gaps: isComplete ? [...(found.gaps ?? []), ...otherCore(known.fields['targetProcessor'])] : [],
  };
}

/** Members of a configuration, also by their old names, take precedence over the settings. */
function chooseProgram(
  entry: LaunchEntry,
  { paths, setting }: NonNullable<DebugServer['cortexDebug']>,
) {
  const ownPath = ['serverpath', ...paths].flatMap((name) => toText(entry.fields[name]) ?? [])[0];
  if (ownPath !== undefined) return { path: ownPath, fromProject: entry.fromProject };
  const { value, fromProject = false } = cortexSetting(entry, setting) ?? {};
  return { path: toText(value), fromProject };
}

/** True if the server executes files of the project: some run those of their folder, whatever the configuration's source. */
export function runsProject(setup: ServerSetup, fromProject: boolean): boolean {
  const server = serverNamed(setup.kind);
  if (server === undefined) return false;
  const { runsFolder = false, ownArguments } = server;
  return runsFolder || (fromProject && ownArguments(setup).length > 0);
}

function otherCore(value: unknown): readonly SetupGap[] {
  const core = Number(toText(value) ?? 0);
  if (!(core > 0)) return [];
  return [
    {
      what: `It debugs core ${core}, and Cyclescope supports only the first core`,
      remedy: 'Use a configuration of the first core.',
    },
  ];
}

/** A path among cortex-debug's settings: the plain one wins over the one for this platform. */
function cortexSetting(entry: LaunchEntry, name: string): Setting | undefined {
  const { setting } = entry.folder ?? entry.world;
  const section = platformSection(entry);
  const plain = setting(`cortex-debug.${name}`);
  // The editor returns `name.linux` as a member of `name`; in a file it is a separate name.
  const value = toText(plain?.value) ?? toText(toFields(plain?.value)[section]);
  if (plain !== undefined && value !== undefined) return { ...plain, value };
  const special = setting(`cortex-debug.${name}.${section}`);
  return toText(special?.value) === undefined ? undefined : special;
}

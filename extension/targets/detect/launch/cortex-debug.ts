import type { ServerSetup, SetupGap } from '../../swd/setup';
import { isForOtherCores, OTHER_CORE, unusable, type Found } from '../found';
import { inFolder } from '../in-folder';
import { textOf } from '../values';
import { resolveFields } from '../variables';
import { cortexServers, type CortexServer } from './cortex-servers';
import { cortexSetting } from './cortex-settings';
import { folderOfEntry, type LaunchEntry } from './entry';
import { externalServer } from './external';

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

import { isForOtherCores, OTHER_CORE, unusable, type Found } from '../found';
import { inFolder } from '../in-folder';
import { splitArguments } from '../options';
import { serverOf } from '../server-arguments';
import { fieldsOf, textOf, textsOf } from '../values';
import { resolveFields } from '../variables';
import { folderOfEntry, type LaunchEntry } from './entry';
import { addressIn, externalServer } from './external';
import { mcuxpressoOld } from './mcuxpresso';

const ARM = /arm-|multiarch|aarch32|cortex/i;

/** Reads a configuration of the C/C++ extension; undefined where nothing tells of a board. */
export function cppdbg(entry: LaunchEntry): Found | undefined {
  const { fields } = entry;
  const variables = fieldsOf(fields['variables']);
  if (Object.keys(variables).some((name) => name.startsWith('mcux'))) {
    return mcuxpressoOld(entry, variables);
  }
  const gdb = textOf(fields['miDebuggerPath']) ?? '';
  const address =
    textOf(fields['miDebuggerServerAddress']) ??
    addressIn(fields['setupCommands']) ??
    addressIn(fields['postRemoteConnectCommands']);
  const program = textOf(fields['debugServerPath']);
  if (program === undefined && (address === undefined || !ARM.test(gdb))) return undefined;
  if (isForOtherCores(gdb)) return OTHER_CORE;
  if (program === undefined) return externalServer(entry, address);
  const args = splitArguments(textOf(fields['debugServerArgs']) ?? '');
  // Other debuggers bring servers of their own.
  if (!ARM.test(gdb) && serverOf(program, args) === undefined) return undefined;
  return startedServer(entry, program, args);
}

/** Reads a configuration of the Eclipse CDT debug adapter, which Arm's CMSIS Debugger uses as well. */
export function gdbTarget(entry: LaunchEntry): Found {
  const gdb = textOf(entry.fields['gdb']) ?? '';
  if (isForOtherCores(gdb)) return OTHER_CORE;
  const target = fieldsOf(entry.fields['target']);
  const program = textOf(target['server']);
  if (program !== undefined) {
    return startedServer(entry, program, [
      ...textsOf(target['serverParameters']),
      ...cmsisArguments(entry, program),
    ]);
  }
  const port = textOf(target['port']);
  const told = textsOf(target['parameters']).at(-1);
  const address = port === undefined ? told : `${textOf(target['host']) ?? 'localhost'}:${port}`;
  return externalServer(entry, address);
}

/** The CMSIS Debugger tells pyOCD by this file which device it is, unless the arguments do. */
function cmsisArguments({ fields }: LaunchEntry, program: string): readonly string[] {
  const file = textOf(fieldsOf(fields['cmsis'])['cbuildRunFile']);
  const told = textsOf(fieldsOf(fields['target'])['serverParameters']);
  const isTold = told.some((arg) => /^(?:-t|--target|--cbuild-run)(?:=|$)/.test(arg));
  return file === undefined || isTold || !/pyocd/i.test(program) ? [] : ['--cbuild-run', file];
}

/** A server that the configuration starts: the same one is started, on ports of ours. */
function startedServer(entry: LaunchEntry, path: string, args: readonly string[]): Found {
  const { fields, unresolved } = resolveFields({ path, args }, ['path', 'args'], entry);
  if (unresolved.length > 0) return { unresolved };
  const found = serverOf(textOf(fields['path']) ?? path, textsOf(fields['args']));
  if (found === undefined) {
    return unusable(
      `It starts ${path}, which is no server that Cyclescope knows`,
      'Start it yourself, and use gdb://localhost:PORT.',
    );
  }
  return {
    ...found,
    server: inFolder(found.server, folderOfEntry(entry), entry.world),
    // It names a program in any case; in the user's own settings it may lie in the project as well.
    namesPrograms: true,
  };
}

import { fieldsOf, splitArguments, textOf, textsOf, type Fields } from '../../../base';
import { recogniseServer } from '../../../targets';
import { type Found, isForOtherCores, OTHER_CORE } from '../variables';
import type { LaunchEntry, LaunchType } from './entry';
import { readOldMcuxpresso } from './mcuxpresso';
import { addressIn, externalServer, runningServer, startedServer, usesByCommand } from './server';

const ARM = /arm-|multiarch|aarch32|cortex/i;

/** Configurations of the C/C++ extension. */
export const cppdbg: LaunchType = {
  type: 'cppdbg',
  read: (entry) => {
    const { fields } = entry;
    const variables = fieldsOf(fields['variables']);
    if (Object.keys(variables).some((name) => name.startsWith('mcux'))) {
      return readOldMcuxpresso(entry, variables);
    }
    const gdb = textOf(fields['miDebuggerPath']) ?? '';
    const address = cppdbgAddress(fields);
    const program = textOf(fields['debugServerPath']);
    if (program === undefined && (address === undefined || !ARM.test(gdb))) return undefined;
    if (isForOtherCores(gdb)) return OTHER_CORE;
    if (program === undefined) return externalServer(entry, address);
    const args = splitArguments(textOf(fields['debugServerArgs']) ?? '');
    // Other debuggers bring servers of their own.
    if (!ARM.test(gdb) && recogniseServer(program, args) === undefined) return undefined;
    return startedServer(entry, program, args);
  },
  uses: (config) => {
    const program = textOf(config['debugServerPath']);
    if (program === undefined) return runningServer(cppdbgAddress(config));
    return usesByCommand([program, ...splitArguments(textOf(config['debugServerArgs']) ?? '')]);
  },
};

function cppdbgAddress(config: Fields): string | undefined {
  return (
    textOf(config['miDebuggerServerAddress']) ??
    addressIn(config['setupCommands']) ??
    addressIn(config['postRemoteConnectCommands'])
  );
}

/** Configurations of the Eclipse CDT debug adapter, which Arm's CMSIS Debugger uses as well. */
export const gdbtarget: LaunchType = {
  type: 'gdbtarget',
  read: (entry): Found => {
    const gdb = textOf(entry.fields['gdb']) ?? '';
    if (isForOtherCores(gdb)) return OTHER_CORE;
    const target = fieldsOf(entry.fields['target']);
    const program = textOf(target['server']);
    if (program === undefined) return externalServer(entry, gdbtargetAddress(target));
    return startedServer(entry, program, [
      ...textsOf(target['serverParameters']),
      ...cmsisArguments(entry, program),
    ]);
  },
  uses: (config) => {
    const target = fieldsOf(config['target']);
    const program = textOf(target['server']);
    if (program === undefined) return runningServer(gdbtargetAddress(target));
    return usesByCommand([program, ...textsOf(target['serverParameters'])]);
  },
};

function gdbtargetAddress(target: Fields): string | undefined {
  const port = textOf(target['port']);
  if (port === undefined) return textsOf(target['parameters']).at(-1);
  return `${textOf(target['host']) ?? 'localhost'}:${port}`;
}

/** The CMSIS Debugger passes the device to pyOCD in this file, unless the arguments name it. */
function cmsisArguments({ fields }: LaunchEntry, program: string): readonly string[] {
  const file = textOf(fieldsOf(fields['cmsis'])['cbuildRunFile']);
  const args = textsOf(fieldsOf(fields['target'])['serverParameters']);
  const namesTarget = args.some((arg) => /^(?:-t|--target|--cbuild-run)(?:=|$)/.test(arg));
  return file === undefined || namesTarget || !/pyocd/i.test(program) ? [] : ['--cbuild-run', file];
}

import { toFields, splitArguments, toText, toTexts, type Fields } from '../../../base';
import { recogniseServer } from '../../../targets';
import { type Found, isForOtherCores, OTHER_CORE } from '../variables';
import type { LaunchEntry, LaunchType } from './entry';
import { readOldMcuxpresso } from './mcuxpresso';
import {
  findServerAddress,
  externalServer,
  getRunningServer,
  resolveStartedServer,
  usesByCommand,
} from './server';

const ARM = /arm-|multiarch|aarch32|cortex/i;

/** Configurations of the C/C++ extension. */
export const cppdbg: LaunchType = {
  type: 'cppdbg',
  read: (entry) => {
    const { fields } = entry;
    const variables = toFields(fields['variables']);
    if (Object.keys(variables).some((name) => name.startsWith('mcux'))) {
      return readOldMcuxpresso(entry, variables);
    }
    const gdb = toText(fields['miDebuggerPath']) ?? '';
    const address = cppdbgAddress(fields);
    const program = toText(fields['debugServerPath']);
    if (program === undefined && (address === undefined || !ARM.test(gdb))) return undefined;
    if (isForOtherCores(gdb)) return OTHER_CORE;
    if (program === undefined) return externalServer(entry, address);
    const args = splitArguments(toText(fields['debugServerArgs']) ?? '');
    // Other debuggers bring servers of their own.
    if (!ARM.test(gdb) && recogniseServer(program, args) === undefined) return undefined;
    return resolveStartedServer(entry, program, args);
  },
  uses: (config) => {
    const program = toText(config['debugServerPath']);
    if (program === undefined) return getRunningServer(cppdbgAddress(config));
    return usesByCommand([program, ...splitArguments(toText(config['debugServerArgs']) ?? '')]);
  },
};

function cppdbgAddress(config: Fields): string | undefined {
  return (
    toText(config['miDebuggerServerAddress']) ??
    findServerAddress(config['setupCommands']) ??
    findServerAddress(config['postRemoteConnectCommands'])
  );
}

/** Configurations of the Eclipse CDT debug adapter, which Arm's CMSIS Debugger uses as well. */
export const gdbtarget: LaunchType = {
  type: 'gdbtarget',
  read: (entry): Found => {
    const gdb = toText(entry.fields['gdb']) ?? '';
    if (isForOtherCores(gdb)) return OTHER_CORE;
    const target = toFields(entry.fields['target']);
    const program = toText(target['server']);
    if (program === undefined) return externalServer(entry, gdbtargetAddress(target));
    return resolveStartedServer(entry, program, [
      ...toTexts(target['serverParameters']),
      ...cmsisArguments(entry, program),
    ]);
  },
  uses: (config) => {
    const target = toFields(config['target']);
    const program = toText(target['server']);
    if (program === undefined) return getRunningServer(gdbtargetAddress(target));
    return usesByCommand([program, ...toTexts(target['serverParameters'])]);
  },
};

function gdbtargetAddress(target: Fields): string | undefined {
  const port = toText(target['port']);
  if (port === undefined) return toTexts(target['parameters']).at(-1);
  return `${toText(target['host']) ?? 'localhost'}:${port}`;
}

/** The CMSIS Debugger passes the device to pyOCD in this file, unless the arguments name it. */
function cmsisArguments({ fields }: LaunchEntry, program: string): readonly string[] {
  const file = toText(toFields(fields['cmsis'])['cbuildRunFile']);
  const args = toTexts(toFields(fields['target'])['serverParameters']);
  const namesTarget = args.some((arg) => /^(?:-t|--target|--cbuild-run)(?:=|$)/.test(arg));
  return file === undefined || namesTarget || !/pyocd/i.test(program) ? [] : ['--cbuild-run', file];
}

import { type Fields, fieldsOf, splitArguments, textOf, textsOf } from '../../../base';
import { addressIn, serverAddress } from '../../../projects';
import { type ProbeUse, serverFromArguments, useNamed } from '../../../targets';
import { DEBUG_TYPES } from '../../names';

/** Reads a session's resolved configuration. */
type Reader = (config: Fields) => readonly ProbeUse[];

/** Readers by type of session; sessions of other types hold no known probe. */
const READERS: Readonly<Record<(typeof DEBUG_TYPES)[number], Reader>> = {
  'cortex-debug': cortexDebug,
  'mcuxpresso-debug': (config) => local(textOf(config['probeSerialNumber'])),
  cppdbg,
  gdbtarget: gdbTarget,
};

/** The probes and servers that a debug session occupies; none if it debugs something else. */
export function usesOf(type: string, config: unknown): readonly ProbeUse[] {
  const known = DEBUG_TYPES.find((candidate) => candidate === type);
  return known === undefined ? [] : READERS[known](fieldsOf(config));
}

function local(serial?: string): readonly ProbeUse[] {
  return [{ kind: 'local', serial }];
}

function cortexDebug(config: Fields): readonly ProbeUse[] {
  const type = textOf(config['servertype']) ?? '';
  // Its own emulator.
  if (type === 'qemu') return [];
  if (type === 'external') return server(textOf(config['gdbTarget']));
  const serial = textOf(config['serialNumber']) ?? textOf(config['boardId']);
  const address = textOf(config['ipAddress']);
  if (serial === undefined && address !== undefined) return [{ kind: 'network', address }];
  const names = ['openOCDPreConfigLaunchCommands', 'openOCDLaunchCommands', 'serverArgs'];
  const args = names.flatMap((name) => textsOf(config[name]));
  return [useNamed(type, args, serial)];
}

function cppdbg(config: Fields): readonly ProbeUse[] {
  const program = textOf(config['debugServerPath']);
  if (program !== undefined) {
    return usesByCommand([program, ...splitArguments(textOf(config['debugServerArgs']) ?? '')]);
  }
  const address =
    textOf(config['miDebuggerServerAddress']) ??
    addressIn(config['setupCommands']) ??
    addressIn(config['postRemoteConnectCommands']);
  return server(address);
}

function gdbTarget(config: Fields): readonly ProbeUse[] {
  const target = fieldsOf(config['target']);
  const program = textOf(target['server']);
  if (program !== undefined)
    return usesByCommand([program, ...textsOf(target['serverParameters'])]);
  const port = textOf(target['port']);
  const lastParameter = textsOf(target['parameters']).at(-1);
  return server(
    port === undefined ? lastParameter : `${textOf(target['host']) ?? 'localhost'}:${port}`,
  );
}

function server(address: string | undefined): readonly ProbeUse[] {
  const at = address === undefined ? undefined : serverAddress(address);
  return at === undefined ? [] : [{ kind: 'server', ...at }];
}

/** The probe or server given by the server's arguments. */
function usesByCommand(argv: readonly string[]): readonly ProbeUse[] {
  const probe = serverFromArguments(argv)?.probe;
  if (probe?.kind === 'network') return [probe];
  return local(probe?.kind === 'serial' ? probe.serial : undefined);
}

import { isExternal, type ProbedBoard } from '../../setup';
import { serverNamed, serverOf } from '../servers';
import { probeFromArguments } from './server-arguments';
import type { ProbeUse } from './use';

/** The probe or server that a board occupies; the user's own arguments take precedence, as in the server. */
export function probeUseOf({ server: setup, probe }: ProbedBoard): ProbeUse {
  if (setup === undefined) return { kind: 'local', serial: probe };
  if (isExternal(setup)) return { kind: 'server', host: setup.host, port: setup.port };
  const server = serverOf(setup);
  const address = server.network?.(setup) ?? /^remote:(.+)$/.exec(probe ?? '')?.[1];
  if (address !== undefined) return { kind: 'network', address };
  return useNamed(server.kind, server.ownArguments(setup), probe);
}

/** The probe that a server's arguments name, or else the one with that serial number. */
export function useNamed(
  kind: string,
  args: readonly string[],
  serial: string | undefined,
): ProbeUse {
  const server = serverNamed(kind);
  const argument = server && probeFromArguments(server.words, args);
  if (argument?.kind === 'network') return argument;
  return { kind: 'local', serial: argument?.kind === 'serial' ? argument.serial : serial };
}

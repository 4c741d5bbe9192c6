import type { ProbedBoard } from '../../setup';
import { serverSaidBy } from './said';
import type { ProbeUse } from './use';

/** Under which program's name the user's own arguments of a server are read. */
const PROGRAMS = { jlink: 'JLinkGDBServer', stlink: 'ST-LINK_gdbserver' };

/** What a board's owner occupies; arguments of the user's own win, as they do for the server. */
export function probeUseOf({ server, probe }: ProbedBoard): ProbeUse {
  if (server === undefined) return { kind: 'local', serial: probe };
  if (server.kind === 'external') return { kind: 'server', host: server.host, port: server.port };
  if (server.kind === 'jlink' && server.address !== undefined) {
    return { kind: 'network', address: server.address };
  }
  const remote = /^remote:(.+)$/.exec(probe ?? '')?.[1];
  if (remote !== undefined) return { kind: 'network', address: remote };
  const { kind } = server;
  const args =
    server.kind === 'openocd' ? [...(server.commandsFirst ?? []), ...server.commands] : server.args;
  const program = kind === 'jlink' || kind === 'stlink' ? PROGRAMS[kind] : kind;
  const said = serverSaidBy([program, ...args])?.probe;
  if (said?.kind === 'network') return said;
  return { kind: 'local', serial: said?.kind === 'serial' ? said.serial : probe };
}

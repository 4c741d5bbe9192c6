import { TargetError } from '../../../base';
import type { BoardSetup, ServerSetup } from '../../setup';
import type { DebugServer, Described, DrivenServer } from '../server';
import { external, isExternal } from './external';
import { jlink } from './jlink';
import { linkserver } from './linkserver';
import { openocd } from './openocd';
import { probeRs } from './probe-rs';
import { pyocd } from './pyocd';
import { stlink } from './stlink';

export { parseBoardAddress, GDB_ADDRESS, GDB_SCHEME, isExternal } from './external';

/** Every server that Cyclescope can start, in the order in which they are offered. */
export const servers: readonly DebugServer[] = [openocd, pyocd, jlink, probeRs, linkserver, stlink];

/** The servers over which firmware can be sampled, as a sentence names them. */
export const samplingServers = servers
  .filter(({ sampling }) => sampling)
  .map(({ title }) => title)
  .join(' or ');

export const serverNamed = (kind: string) => servers.find((server) => server.kind === kind);

/** Recognises boards with a debug port. */
export function isProbed({ server }: Pick<BoardSetup, 'server'>): boolean {
  return server === undefined || isExternal(server) || serverNamed(server.kind) !== undefined;
}

/** The server of a setup's kind, which it must have: a setup comes from one of them. */
export function requireServer({ kind }: ServerSetup): DebugServer {
  const server = serverNamed(kind);
  if (server !== undefined) return server;
  throw new TargetError(
    'start-failed',
    `"${kind}" is not a supported debug server`,
    `Supported are ${servers.map((server) => server.kind).join(', ')}; start another yourself, and name it as gdb://host:port.`,
  );
}

/** The server of a setup's kind, or the one that runs already. */
export const findDrivenServer = (setup: ServerSetup): DrivenServer =>
  isExternal(setup) ? (external as DrivenServer) : requireServer(setup);

/** The part on a board, as its configuration or its server's names it. */
export function findDevice(board: BoardSetup): string | undefined {
  if (board.device !== undefined || !isProbed(board)) return board.device;
  const { server } = board;
  return server === undefined || isExternal(server)
    ? undefined
    : requireServer(server).device(server);
}

/** Recognises the server by program and arguments; undefined if it is none of ours. */
export function recogniseServer(program: string, args: readonly string[]): Described | undefined {
  const own = ownCommand([program, ...args]);
  const server = servers.find((each) => each.program.test(programName(own[0] ?? '')));
  // An interpreter's path does not name the program that it runs.
  return server?.fromArguments(own.slice(1), own.length > args.length ? program : undefined);
}

/** A script's own name follows its interpreter's, a module's follows `-m`. */
export function ownCommand(argv: readonly string[]): readonly string[] {
  const [program = '', first = '', second = ''] = argv;
  if (!/^python[\d.w]*$/.test(programName(program))) return argv;
  if (first === '-m') return [second, ...argv.slice(3)];
  return /^-m./.test(first) ? [first.slice(2), ...argv.slice(2)] : argv.slice(1);
}

/** A program's name in lower case, without folder and ending. */
export function programName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return name.toLowerCase().replace(/\.(exe|py)$/, '');
}

import { toFileName } from '../../../host';
import type { BoardSetup } from '../../setup';
import type { ServerWords } from '../server';
import { isExternal, ownCommand, programName, requireServer, servers } from '../servers';

/** The probe that the arguments of a debug server name. */
type NamedProbe =
  | { readonly kind: 'serial'; readonly serial: string }
  | { readonly kind: 'network'; readonly address: string }
  /** The only one that is attached, or one that a configuration file names. */
  | { readonly kind: 'unsaid' };

/** Identifies a debug server by its process's arguments. */
export interface NamedServer {
  /** A server's kind. */
  readonly program: string;
  /** As a sentence names it. */
  readonly title: string;
  readonly probe: NamedProbe;
  readonly gdbPort: number;
}

/** Nothing when the process is no debug server, or does something else than serving. */
export function serverFromArguments(argv: readonly string[]): NamedServer | undefined {
  const [own = '', ...args] = ownCommand(argv);
  const known = servers.find(({ program }) => program.test(programName(own)));
  if (known === undefined) return undefined;
  const { words } = known;
  const port = words.port.exec(joinArguments(args))?.[1];
  return {
    program: known.kind,
    title: known.quirks.name,
    probe: probeFromArguments(words, args),
    gdbPort: port === undefined ? words.usualPort : Number(port),
  };
}

/** The probe that arguments name in a server's words. */
function probeFromArguments({ serial, network }: ServerWords, args: readonly string[]): NamedProbe {
  const text = joinArguments(args);
  const remote = network?.exec(text);
  if (remote) {
    const address = remote.slice(1).find((part) => part !== undefined && part !== '');
    return { kind: 'network', address: address ?? 'network' };
  }
  const named = serial.exec(text)?.[1];
  return named === undefined ? { kind: 'unsaid' } : { kind: 'serial', serial: named };
}

const joinArguments = (args: readonly string[]) => ` ${args.join(' ')}`;

/** The probe or server that a board occupies exclusively. */
export type ProbeUse =
  /** A probe of this computer; without a serial number the only one, whichever that is. */
  | { readonly kind: 'local'; readonly serial?: string | undefined }
  /** A probe that is reached over the network. */
  | { readonly kind: 'network'; readonly address: string }
  /** A GDB server that runs already. */
  | { readonly kind: 'server'; readonly host: string; readonly port: number };

const ANY = 'probe@';

/** The name of its lock; the prefix is its kind. */
export function lockName(use: ProbeUse): string {
  if (use.kind === 'network') return toFileName(`network@${use.address.toLowerCase()}`);
  if (use.kind === 'server') return toFileName(`server@${hostName(use.host)}-${use.port}`);
  return toFileName(`${ANY}${serialName(use.serial ?? '')}`);
}

/** Checks, by the names of their locks, whether two owners would have the same probe or server. */
export function excludeEachOther(a: string, b: string): boolean {
  if (a === b) return true;
  if (!a.startsWith(ANY) || !b.startsWith(ANY)) return false;
  const [one, other] = [a.slice(ANY.length), b.slice(ANY.length)];
  return isPart(one, other) || isPart(other, one);
}

/** pyOCD accepts part of a serial number; an empty one matches every probe. */
function isPart(part: string, whole: string): boolean {
  return part === '' || (part.length >= SHORTEST_PART && whole.includes(part));
}

/** Shorter ones would be part of too many others. */
const SHORTEST_PART = 4;

/** J-Link's tools write one number with and without leading zeros, others write hex in both cases. */
function serialName(serial: string): string {
  return serial
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
}

const LOOPBACK = new Set(['localhost', '::1', '[::1]', '0.0.0.0', '']);

function hostName(host: string): string {
  const name = host.toLowerCase();
  return LOOPBACK.has(name) ? '127.0.0.1' : name;
}

/** The probe or server that a board occupies; the user's own arguments take precedence, as in the server. */
export function resolveProbeUse({
  server: setup,
  probe,
}: Pick<BoardSetup, 'server' | 'probe'>): ProbeUse {
  if (setup === undefined) return { kind: 'local', serial: probe };
  if (isExternal(setup)) return { kind: 'server', host: setup.host, port: setup.port };
  const server = requireServer(setup);
  const address = server.network?.(setup) ?? /^remote:(.+)$/.exec(probe ?? '')?.[1];
  if (address !== undefined) return { kind: 'network', address };
  const argument = probeFromArguments(server.words, server.ownArguments(setup));
  if (argument.kind === 'network') return argument;
  return { kind: 'local', serial: argument.kind === 'serial' ? argument.serial : probe };
}

import type { ServerWords } from '../server';
import { ownCommand, programName, servers } from '../servers';

/** Which probe the arguments of a debug server name. */
export type NamedProbe =
  | { readonly kind: 'serial'; readonly serial: string }
  | { readonly kind: 'network'; readonly address: string }
  /** The only one that is attached, or one that a configuration file names. */
  | { readonly kind: 'unsaid' };

/** Identifies a debug server by its process's arguments. */
export interface NamedServer {
  /** A server's kind, or the name of one that Cyclescope does not start. */
  readonly program: string;
  /** As a sentence names it. */
  readonly title: string;
  readonly probe: NamedProbe;
  readonly gdbPort: number;
}

interface KnownProgram {
  readonly kind: string;
  readonly title: string;
  readonly program: RegExp;
  readonly words: ServerWords;
}

const KNOWN: readonly KnownProgram[] = [
  ...servers.map(({ kind, quirks, program, words }) => ({
    kind,
    title: quirks.name,
    program,
    words,
  })),
  {
    kind: 'probe-rs',
    title: 'probe-rs',
    program: /^probe-rs$/,
    words: {
      serial: /\s--probe[ =]\w+:\w+:(\S+)/,
      port: /\s--gdb-connection-string[ =]\S*:(\d+)/,
      usualPort: 1337,
    },
  },
];

/** Nothing when the process is no debug server, or does something else than serving. */
export function serverFromArguments(argv: readonly string[]): NamedServer | undefined {
  const [own = '', ...args] = ownCommand(argv);
  const known = KNOWN.find(({ program }) => program.test(programName(own)));
  if (known === undefined) return undefined;
  const { words } = known;
  const port = words.port.exec(textOf(args))?.[1];
  return {
    program: known.kind,
    title: known.title,
    probe: probeFromArguments(words, args),
    gdbPort: port === undefined ? words.usualPort : Number(port),
  };
}

/** The probe that arguments name in a server's words. */
export function probeFromArguments(
  { serial, network }: ServerWords,
  args: readonly string[],
): NamedProbe {
  const text = textOf(args);
  const remote = network?.exec(text);
  if (remote) {
    const address = remote.slice(1).find((part) => part !== undefined && part !== '');
    return { kind: 'network', address: address ?? 'network' };
  }
  const named = serial.exec(text)?.[1];
  return named === undefined ? { kind: 'unsaid' } : { kind: 'serial', serial: named };
}

const textOf = (args: readonly string[]) => ` ${args.join(' ')}`;

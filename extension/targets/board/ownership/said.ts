import { basename } from 'node:path/posix';

/** A debug server's program, by what it calls itself. */
export type ServerProgram = 'openocd' | 'jlink' | 'pyocd' | 'linkserver' | 'stlink' | 'probe-rs';

/** Which probe the arguments of a debug server name. */
export type SaidProbe =
  | { readonly kind: 'serial'; readonly serial: string }
  | { readonly kind: 'network'; readonly address: string }
  /** The only one that is attached, or one that a configuration file names. */
  | { readonly kind: 'unsaid' };

/** What a process's arguments tell of the debug server that it is. */
export interface SaidServer {
  readonly program: ServerProgram;
  readonly probe: SaidProbe;
  readonly gdbPort: number;
}

const PROGRAMS: readonly (readonly [ServerProgram, RegExp])[] = [
  ['openocd', /^openocd\b/],
  ['jlink', /^jlinkgdbserver/],
  ['pyocd', /^pyocd(-gdbserver)?$/],
  ['linkserver', /^(linkserver|crt_emu_\w+|redlinkserv)$/],
  ['stlink', /^st-link_gdbserver$/],
  ['probe-rs', /^probe-rs$/],
];

/** What names a probe and the GDB port, in the arguments joined by blanks. */
const WORDS: Readonly<
  Record<ServerProgram, { serial: RegExp; network?: RegExp; port: RegExp; usualPort: number }>
> = {
  openocd: {
    serial:
      /\b(?:adapter serial|hla_serial|(?:jlink|cmsis_dap|ftdi|st-link)[_ ]serial)\s+"?([\w:-]+)/,
    network: /\bst-link backend tcp\s*(\d*)|\bremote_bitbang[_ ]host\s+(\S+)/,
    port: /\bgdb[_ ]port\s+(\d+)/,
    usualPort: 3333,
  },
  jlink: {
    serial: /\s-select\s+usb=(\S+)/i,
    network: /\s-select\s+ip=(\S+)/i,
    port: /\s-port\s+(\d+)/i,
    usualPort: 2331,
  },
  pyocd: {
    serial: /\s(?:-u|--uid|--probe)[ =](?!remote:)(\S+)/,
    network: /\s(?:-u|--uid|--probe)[ =]remote:(\S+)/,
    port: /\s(?:-p|--port)[ =](\d+)/,
    usualPort: 3333,
  },
  linkserver: {
    serial: /\s(?:--probe|--probeserial|-p)[ =](?!#)(\S+)/,
    port: /\s--gdb-port[ =](\d+)/,
    usualPort: 3333,
  },
  stlink: {
    serial: /\s(?:-i|--serial-number)[ =](\S+)/,
    port: /\s(?:-p|--port-number)[ =](\d+)/,
    usualPort: 61234,
  },
  'probe-rs': {
    serial: /\s--probe[ =]\w+:\w+:(\S+)/,
    port: /\s--gdb-connection-string[ =]\S*:(\d+)/,
    usualPort: 1337,
  },
};

/** Nothing when the process is no debug server, or does something else than serving. */
export function serverSaidBy(argv: readonly string[]): SaidServer | undefined {
  const program = programOf(argv);
  if (program === undefined) return undefined;
  const text = ` ${argv.slice(1).join(' ')}`;
  const words = WORDS[program];
  const port = words.port.exec(text)?.[1];
  return {
    program,
    probe: probeSaid(text, words),
    gdbPort: port === undefined ? words.usualPort : Number(port),
  };
}

function probeSaid(
  text: string,
  { serial, network }: { serial: RegExp; network?: RegExp },
): SaidProbe {
  const remote = network?.exec(text);
  if (remote) {
    const address = remote.slice(1).find((part) => part !== undefined && part !== '');
    return { kind: 'network', address: address ?? 'network' };
  }
  const named = serial.exec(text)?.[1];
  return named === undefined ? { kind: 'unsaid' } : { kind: 'serial', serial: named };
}

/** A script's own name stands behind its interpreter's, a module's behind `-m`. */
function programOf([program = '', first = '', second = '']: readonly string[]) {
  const isInterpreter = /^python[\d.w]*$/.test(nameOf(program));
  const own = isInterpreter ? (first === '-m' ? second : first) : program;
  return PROGRAMS.find(([, pattern]) => pattern.test(nameOf(own)))?.[0];
}

function nameOf(path: string): string {
  return basename(path.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(exe|py)$/, '');
}

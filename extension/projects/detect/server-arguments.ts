import type {
  JLinkSetup,
  LinkServerSetup,
  OpenOcdSetup,
  PyOcdSetup,
  ServerSetup,
  StLinkSetup,
} from '../../targets';
import { type OptionTable, takeOptions } from './options';
import { kilohertz } from './values';
import type { Found } from './variables';

/** Reads a server's own arguments. Its ports, its verbosity and who may connect are ours to say: they go. */
export type ArgumentReader<S extends ServerSetup = ServerSetup> = (
  args: readonly string[],
  program?: string,
) => Found & { readonly server: S };

const OPENOCD: OptionTable = {
  take: { files: '-f --file', folders: '-s --search', commands: '-c --command' },
  drop: '-l --log_output',
};

/** OpenOCD takes the value of a short option without a blank, too. */
const openocd: ArgumentReader<OpenOcdSetup> = (args, program) => {
  const apart = args.flatMap((arg) => {
    const [, option, value] = /^(-[fscl])([^-=].*)$/s.exec(arg) ?? [];
    return option === undefined || value === undefined ? [arg] : [option, value];
  });
  const { files = [], folders = [], commands = [] } = takeOptions(apart, OPENOCD).taken;
  const server = {
    kind: 'openocd',
    program,
    configFiles: files,
    searchFolders: folders,
    commands: configuringCommands(commands),
  } as const;
  return { server, probe: serialIn(commands) };
};

const PYOCD: OptionTable = {
  take: { target: '-t --target', probe: '-u --uid --probe --board', speed: '-f --frequency' },
  drop: '-p --port -T --telnet-port -R --probe-server-port -M --connect -e --erase --elf --log-level -L',
  flags:
    '--persist --allow-remote --no-wait -W -r --probe-server --reset-run -S --semihosting -v -q',
};

/** How it connects is ours to say as well; and it shall not erase a device because that is locked. */
const PYOCD_OPTION = /^(?:connect_mode|auto_unlock|persist|serve_local_only|\w*_port|cache\.\w+)=/;

const pyocd: ArgumentReader<PyOcdSetup> = (args, program) => {
  const isCommand = args[0] === 'gdbserver' || args[0] === 'gdb';
  const { taken, rest } = takeOptions(args.slice(isCommand ? 1 : 0), PYOCD);
  const isOurs = (at: number) => rest[at] === '-O' && PYOCD_OPTION.test(rest[at + 1] ?? '');
  const kept = rest.filter((_, at) => !isOurs(at) && !isOurs(at - 1));
  const server = { kind: 'pyocd', program, target: taken['target']?.[0], args: kept } as const;
  // `cmsisdap:` names a kind of probe, no probe.
  const probe = taken['probe']?.[0]?.replace(/^\w+:/, '');
  return { server, probe: probe === '' ? undefined : probe, speedKhz: hertz(taken['speed']?.[0]) };
};

/** pyOCD counts in hertz, and knows k and M. */
function hertz(text = ''): number | undefined {
  const [, number, unit = ''] = /^([\d.]+)\s*([km]?)/i.exec(text) ?? [];
  const scale = { '': 1e-3, k: 1, m: 1e3 }[unit.toLowerCase()] ?? 1;
  return number === undefined ? undefined : kilohertz(String(Number(number) * scale));
}

const JLINK: OptionTable = {
  take: { device: '-device', interface: '-if', speed: '-speed', select: '-select' },
  drop: '-port -swoport -telnetport -rtttelnetport -endian -timeout -log -logtofile -rtos -localhostonly',
  flags:
    '-singlerun -nosinglerun -nogui -gui -silent -nosilent -strict -halt -nohalt -vd -novd -ir -noir ' +
    '-nolocalhostonly',
  ignoreCase: true,
};

const jlink: ArgumentReader<JLinkSetup> = (args, program) => {
  const { taken, rest } = takeOptions(args, JLINK);
  const [, by = '', name] = /^(usb|ip)=(.+)$/i.exec(taken['select']?.[0] ?? '') ?? [];
  const isNetwork = by.toLowerCase() === 'ip';
  const server = {
    kind: 'jlink',
    program,
    device: taken['device']?.[0] ?? '',
    interface: taken['interface']?.[0]?.toLowerCase() === 'jtag' ? 'jtag' : undefined,
    address: isNetwork ? name : undefined,
    args: rest,
  } as const;
  return { server, probe: isNetwork ? undefined : name, speedKhz: kilohertz(taken['speed']?.[0]) };
};

const LINKSERVER: OptionTable = {
  take: { probe: '--probe -p' },
  drop: '--gdb-port --semihost-port --core-index',
  flags: '--keep-alive -k --attach -a',
};

/** The device stands last and has no option; `#1` is a place in a list, no serial number. */
const linkserver: ArgumentReader<LinkServerSetup> = (args, program) => {
  const { taken, rest } = takeOptions(args[0] === 'gdbserver' ? args.slice(1) : args, LINKSERVER);
  const probe = taken['probe']?.[0];
  return {
    server: { kind: 'linkserver', program, device: rest.at(-1) ?? '', args: rest.slice(0, -1) },
    probe: probe?.startsWith('#') === true ? undefined : probe,
  };
};

const STLINK: OptionTable = {
  take: {
    folder: '-cp --stm32cubeprogrammer-path',
    probe: '-i --serial-number',
    speed: '--frequency',
  },
  drop: '-p --port-number -l --log-level -f --log-file',
  flags: '-d --swd -e --persistent -g --attach --halt -v --verify -s --verbose',
};

const stlink: ArgumentReader<StLinkSetup> = (args, program) => {
  const { taken, rest } = takeOptions(args, STLINK);
  const server = {
    kind: 'stlink',
    program,
    programmerFolder: taken['folder']?.[0],
    args: rest,
  } as const;
  return { server, probe: taken['probe']?.[0], speedKhz: kilohertz(taken['speed']?.[0]) };
};

/** The readers, by the kind of server. */
export const argumentReaders = { openocd, pyocd, jlink, linkserver, stlink } as const;

const PROGRAMS: readonly (readonly [RegExp, ArgumentReader])[] = [
  [/openocd/i, openocd],
  [/pyocd/i, pyocd],
  [/jlinkgdbserver/i, jlink],
  [/linkserver/i, linkserver],
  [/st-?link[_-]gdb-?server/i, stlink],
];

/** The server that a program with those arguments is; undefined where it is none of those known. */
export function serverOf(
  program: string,
  args: readonly string[],
): ReturnType<ArgumentReader> | undefined {
  const name = program.split(/[\\/]/).at(-1) ?? program;
  const [first = '', second = ''] = args;
  if (/^python/i.test(name) && /^-mpyocd$/.test(first)) return pyocd(args.slice(1));
  if (/^python/i.test(name) && first === '-m' && second === 'pyocd') return pyocd(args.slice(2));
  return PROGRAMS.find(([pattern]) => pattern.test(name))?.[1](args, program);
}

/** Ports and who may connect are ours to say; what acts on the target or ends the server is not wanted. */
const NOT_OURS =
  /^(?:(?:gdb|tcl|telnet)[_ ]port|bindto|program|shutdown|exit|reset|halt|resume|load_image|flash\s+(?:write|erase|fill)\w*|rtt|sleep)(?:\s|$)/;
/** An RTOS to be aware of reads the target's memory whenever the core stops. */
const RTOS = /\bconfigure\s+-rtos\s/;
const INIT = /^init(?:\s|$)/;
const SERIAL =
  /^(?:adapter\s+serial|hla_serial|cmsis_dap_serial|jlink\s+serial|(?:ftdi|st-?link|kitprog)_serial)\s+["{]?([^\s"}]+)/;

/** The commands that configure OpenOCD: those before `init` that neither act on the target nor choose ports. */
export function configuringCommands(commands: readonly string[]): readonly string[] {
  const all = commands.flatMap(statements);
  const init = all.findIndex((command) => INIT.test(command));
  return (init < 0 ? all : all.slice(0, init)).filter(
    (command) => !NOT_OURS.test(command) && !RTOS.test(command),
  );
}

/** The serial number that a command chooses the probe by. */
export function serialIn(commands: readonly string[]): string | undefined {
  return commands.flatMap(statements).flatMap((command) => SERIAL.exec(command)?.[1] ?? [])[0];
}

/** Tcl with braces, quotes or brackets stays whole: its semicolons may mean something else. */
function statements(command: string): readonly string[] {
  const parts = /[{"[]/.test(command) ? [command] : command.split(/[;\n]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

import { type Fields, takeOptions, toText, toTexts } from '../../../../base';
import type { SetupGap } from '../../../setup';
import type { ProbeFamily } from '../../known-probes';
import { type ServerDescription, WEST_PROBE, type WestContext } from '../../server';
import type { OpenOcdSetup } from './process';

const fromArguments: ServerDescription<OpenOcdSetup>['fromArguments'] = (args, program) => {
  // It takes the value of a short option without a blank, too.
  const apart = args.flatMap((arg) => {
    const [, option, value] = /^(-[fscl])([^-=].*)$/s.exec(arg) ?? [];
    return option === undefined || value === undefined ? [arg] : [option, value];
  });
  const { taken } = takeOptions(apart, {
    take: { files: '-f --file', folders: '-s --search', commands: '-c --command' },
    drop: '-l --log_output',
  });
  const { files = [], folders = [], commands = [] } = taken;
  return {
    server: {
      kind: 'openocd',
      program,
      configFiles: files,
      searchFolders: folders,
      commands: configuringCommands(commands),
    },
    probe: findProbeSerial(commands),
  };
};

/** Configuration of OpenOCD, here and in other tools. */
export const configuration: ServerDescription<OpenOcdSetup> = {
  members: { program: 'text', configFiles: 'texts', searchFolders: 'texts', commands: 'texts' },
  fromMembers: (board) => ({
    kind: 'openocd',
    program: toText(board['program']),
    configFiles: toTexts(board['configFiles']),
    searchFolders: toTexts(board['searchFolders']),
    commands: toTexts(board['commands']),
  }),
  question: {
    member: 'configFiles',
    prompt: "OpenOCD's configuration files, separated by commas",
    placeHolder: 'interface/cmsis-dap.cfg, target/stm32f7x.cfg',
    isNeeded: true,
  },
  device: ({ configFiles }) => (configFiles.length > 0 ? configFiles.join(' ') : undefined),
  resolvePaths: (setup, { resolve }) => ({
    ...setup,
    configFiles: setup.configFiles.map((file) => (/^\.\.?[\\/]/.test(file) ? resolve(file) : file)),
    searchFolders: [...new Set([...setup.searchFolders, '.'].map(resolve))],
  }),
  runsFolder: true,
  program: /openocd/,
  words: {
    serial:
      /\b(?:adapter serial|hla_serial|(?:jlink|cmsis_dap|ftdi|st-link)[_ ]serial)\s+"?([\w:-]+)/,
    network: /\bst-link backend tcp\s*(\d*)|\bremote_bitbang[_ ]host\s+(\S+)/,
    port: /\bgdb[_ ]port\s+(\d+)/,
    usualPort: 3333,
  },
  fromArguments,
  ownArguments: ({ commandsFirst = [], commands }) => [...commandsFirst, ...commands],
  cortexDebug: {
    paths: ['openOCDPath'],
    setting: 'openocdPath',
    members: [
      'configFiles',
      'searchDir',
      'openOCDLaunchCommands',
      'openOCDPreConfigLaunchCommands',
    ],
    read: readCortexDebug,
    write: (setup, probe) => ({
      serverpath: setup.program,
      configFiles: setup.configFiles,
      searchDir: setup.searchFolders,
      openOCDPreConfigLaunchCommands: [
        ...(setup.commandsFirst ?? []),
        ...(probe === undefined ? [] : [`adapter serial ${probe}`]),
      ],
      openOCDLaunchCommands: setup.commands,
    }),
  },
  westRunner: { name: 'openocd', read: readWest },
  remote: {
    port: 3333,
    command: (setup, { probe, speedKhz }) => {
      const command = (text: string) => ['-c', text];
      return [
        'openocd',
        ...command('bindto 127.0.0.1'),
        // Without it, memory that cannot be read would look like zeros.
        ...command('gdb_report_data_abort enable'),
        ...(setup.commandsFirst ?? []).flatMap(command),
        ...setup.configFiles.flatMap((file) => ['-f', file]),
        ...(probe === undefined ? [] : command(`adapter serial ${probe}`)),
        ...(speedKhz === undefined ? [] : command(`adapter speed ${speedKhz}`)),
        ...setup.commands.flatMap(command),
      ];
    },
  },
  anyChip: ({ family, accessPort, targetSelect }) => {
    const adapter = ADAPTERS[family];
    if (adapter === undefined) return undefined;
    const [driver, transport] = adapter;
    if (targetSelect !== undefined && driver !== SELECTING) return undefined;
    // Numbers are of ADIv5, addresses of ADIv6.
    const version = accessPort.startsWith('0x') ? '-adiv6 ' : '';
    const select = targetSelect === undefined ? '' : selectDebugPort(targetSelect);
    const commands = [
      `adapter driver ${driver}`,
      `transport select ${transport}`,
      'swd newdap any cpu -irlen 4',
      `dap create any.dap ${version}-chain-position any.cpu${select}`,
      `target create any.cpu cortex_m -dap any.dap -ap-num ${accessPort}`,
      'cortex_m reset_config sysresetreq',
    ];
    return { kind: 'openocd', configFiles: [], searchFolders: [], commands };
  },
  probes: { 'st-link': 1, picoprobe: 1, xds110: 1, 'j-link': 2, 'cmsis-dap': 2, nxp: 3 },
  support: {
    tried: 'OpenOCD 0.12 on the virtual debug port of [test/rig](../test/rig/README.md)',
    reads: 'from memory while the core runs',
  },
};

/** OpenOCD's drivers of probes that need no configuration of their own, with their transports. */
const ADAPTERS: Partial<Readonly<Record<ProbeFamily, readonly [string, string]>>> = {
  'cmsis-dap': ['cmsis-dap', 'swd'],
  nxp: ['cmsis-dap', 'swd'],
  'j-link': ['jlink', 'swd'],
  'st-link': ['st-link', 'dapdirect_swd'],
  xds110: ['xds110', 'swd'],
};

/** The only one of these drivers that selects a debug port among several in OpenOCD 0.12. */
const SELECTING = 'cmsis-dap';

/** The debug port's own identification, and the number of its instance in the four bits above. */
function selectDebugPort(targetSelect: number): string {
  const id = (targetSelect & 0x0fff_ffff).toString(16).padStart(8, '0');
  return ` -dp-id 0x${id} -instance-id ${targetSelect >>> 28}`;
}

const NO_FILES: SetupGap = {
  what: 'It names no configuration file for OpenOCD',
  remedy: 'Name the interface and the target in "configFiles".',
};

function readCortexDebug(fields: Fields) {
  const { server, probe } = fromArguments(
    toTexts(fields['serverArgs']),
    toText(fields['serverpath']),
  );
  const first = toTexts(fields['openOCDPreConfigLaunchCommands']);
  const last = toTexts(fields['openOCDLaunchCommands']);
  const configFiles = [...toTexts(fields['configFiles']), ...server.configFiles];
  return {
    probe: findProbeSerial([...first, ...last]) ?? probe ?? toText(fields['serialNumber']),
    server: {
      ...server,
      configFiles,
      searchFolders: [...toTexts(fields['searchDir']), ...server.searchFolders],
      commandsFirst: configuringCommands(first),
      commands: configuringCommands([...server.commands, ...last]),
    },
    gaps: configFiles.length === 0 ? [NO_FILES] : [],
  };
}

/** West searches the board's own folder first, for `openocd.cfg` unless another file is named. */
function readWest(args: readonly string[], { config, paths }: WestContext) {
  const take = { files: '--config', first: '--cmd-pre-init', probe: WEST_PROBE };
  const { files = [], first = [], probe } = takeOptions(args, { take }).taken;
  const board = toText(config['board_dir']);
  const own = board === undefined ? [] : [paths.join(board, 'support')];
  // Some boards bring no file: their commands read those of OpenOCD.
  const isWhole = first.some((command) => /\bsource\s*\[/.test(command));
  const folders = files.filter((file) => paths.isAbsolute(file)).map((file) => paths.dirname(file));
  const server: OpenOcdSetup = {
    kind: 'openocd',
    program: toText(config['openocd']),
    configFiles: files.length > 0 || isWhole ? files : ['openocd.cfg'],
    searchFolders: [...new Set([...own, ...folders, ...toTexts(config['openocd_search'])])],
    commands: configuringCommands(first),
  };
  return { server, probe: probe?.[0], namesPrograms: true };
}

/** Ports and who may connect are ours to choose; what acts on the target or ends the server is not wanted. */
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
export function findProbeSerial(commands: readonly string[]): string | undefined {
  return commands.flatMap(statements).flatMap((command) => SERIAL.exec(command)?.[1] ?? [])[0];
}

/** Tcl with braces, quotes or brackets stays whole: its semicolons may mean something else. */
function statements(command: string): readonly string[] {
  const parts = /[{"[]/.test(command) ? [command] : command.split(/[;\n]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

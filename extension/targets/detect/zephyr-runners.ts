import type { Found } from './found';
import { configuringCommands } from './openocd-commands';
import { splitArguments, takeOptions } from './options';
import { pathsOf } from './scope';
import { argumentReaders } from './server-arguments';
import { kilohertz, textOf, textsOf, type Fields } from './values';
import type { World, WorldFolder } from './world';

/** What all runners of one build share. */
export interface RunnerContext {
  readonly config: Fields;
  readonly world: World;
  readonly folder: WorldFolder;
}

type Runner = (args: readonly string[], context: RunnerContext) => Found;

const PROBE = '-i --id --dev-id --board-id --serial --probe';

/** West looks into the board's own folder first, where `openocd.cfg` lies unless another file is named. */
const openocd: Runner = (args, { config, world }) => {
  const paths = pathsOf(world);
  const take = { files: '--config', first: '--cmd-pre-init', probe: PROBE };
  const { files = [], first = [], probe } = takeOptions(args, { take }).taken;
  const board = textOf(config['board_dir']);
  const own = board === undefined ? [] : [paths.join(board, 'support')];
  // Some boards bring no file: their commands read those of OpenOCD.
  const isWhole = first.some((command) => /\bsource\s*\[/.test(command));
  const folders = files.filter((file) => paths.isAbsolute(file)).map((file) => paths.dirname(file));
  return {
    server: {
      kind: 'openocd',
      program: textOf(config['openocd']),
      configFiles: files.length > 0 || isWhole ? files : ['openocd.cfg'],
      searchFolders: [...new Set([...own, ...folders, ...textsOf(config['openocd_search'])])],
      commands: configuringCommands(first),
    },
    probe: probe?.[0],
  };
};

const pyocd: Runner = (args) => {
  const take = {
    target: '--target',
    probe: PROBE,
    speed: '--frequency',
    tool: '--tool-opt',
    dap: '--daparg',
  };
  const { target, probe, speed, tool = [], dap = [] } = takeOptions(args, { take }).taken;
  const options = [...dap.flatMap((arg) => ['-da', arg]), ...tool.flatMap(splitArguments)];
  const found = argumentReaders.pyocd(options);
  return {
    ...found,
    server: { ...found.server, target: target?.[0] ?? found.server.target },
    probe: probe?.[0] ?? found.probe,
    speedKhz: argumentReaders.pyocd(['-f', speed?.[0] ?? '']).speedKhz ?? found.speedKhz,
  };
};

/** The loader chooses among the flash memories that a board may have. */
const jlink: Runner = (args) => {
  const take = {
    device: '--device',
    loader: '--loader',
    probe: PROBE,
    speed: '--speed',
    wires: '--iface',
    tool: '--tool-opt',
  };
  const { device, loader, probe, speed, wires, tool = [] } = takeOptions(args, { take }).taken;
  const found = argumentReaders.jlink(tool.flatMap(splitArguments));
  const { server } = found;
  const name = device?.[0] ?? server.device;
  return {
    ...found,
    server: {
      ...server,
      device: loader === undefined ? name : `${name}?${loader[0]}`,
      interface: wires?.[0]?.toLowerCase() === 'jtag' ? 'jtag' : server.interface,
    },
    probe: probe?.[0] ?? found.probe,
    speedKhz: kilohertz(speed?.[0]) ?? found.speedKhz,
  };
};

const linkserver: Runner = (args) => {
  const take = { device: '--device', core: '--core', probe: PROBE, override: '--override' };
  const { device, core = [], probe, override = [] } = takeOptions(args, { take }).taken;
  const name = probe?.[0];
  return {
    server: {
      kind: 'linkserver',
      device: device?.[0] ?? '',
      args: [...core.flatMap((one) => ['-c', one]), ...override.flatMap((one) => ['-o', one])],
    },
    probe: name?.startsWith('#') === true ? undefined : name,
  };
};

const stlink: Runner = (args) => {
  const { probe } = takeOptions(args, { take: { probe: PROBE } }).taken;
  return { server: { kind: 'stlink', args: [] }, probe: probe?.[0] };
};

/** The runners of west that are debug servers known here. */
export const zephyrRunners: Readonly<Record<string, Runner | undefined>> = {
  openocd,
  pyocd,
  jlink,
  linkserver,
  stlink_gdbserver: stlink,
};

import { kilohertz, splitArguments, takeOptions, toText, toTexts } from '../../../../base';
import type { ProbeFamily } from '../../known-probes';
import { type ServerDescription, WEST_PROBE } from '../../server';
import type { PyOcdSetup } from './process';

const OPTIONS = {
  take: { target: '-t --target', probe: '-u --uid --probe --board', speed: '-f --frequency' },
  drop: '-p --port -T --telnet-port -R --probe-server-port -M --connect -e --erase --elf --log-level -L',
  flags:
    '--persist --allow-remote --no-wait -W -r --probe-server --reset-run -S --semihosting -v -q',
};

/** Cyclescope also sets how pyOCD connects, and pyOCD must not erase a locked device to unlock it. */
const OURS = /^(?:connect_mode|auto_unlock|persist|serve_local_only|\w*_port|cache\.\w+)=/;

const fromArguments: ServerDescription<PyOcdSetup>['fromArguments'] = (args, program) => {
  const isCommand = args[0] === 'gdbserver' || args[0] === 'gdb';
  const { taken, rest } = takeOptions(args.slice(isCommand ? 1 : 0), OPTIONS);
  const isOurs = (at: number) => rest[at] === '-O' && OURS.test(rest[at + 1] ?? '');
  const kept = rest.filter((_, at) => !isOurs(at) && !isOurs(at - 1));
  // `cmsisdap:` names a kind of probe, no probe.
  const probe = taken['probe']?.[0]?.replace(/^\w+:/, '');
  return {
    server: { kind: 'pyocd', program, target: taken['target']?.[0], args: kept },
    probe: probe === '' ? undefined : probe,
    speedKhz: parseSpeed(taken['speed']?.[0]),
  };
};

/** pyOCD takes hertz, with the suffixes k and M. */
function parseSpeed(text = ''): number | undefined {
  const [, number, unit = ''] = /^([\d.]+)\s*([km]?)/i.exec(text) ?? [];
  const scale = { '': 1e-3, k: 1, m: 1e3 }[unit.toLowerCase()] ?? 1;
  return number === undefined ? undefined : kilohertz(String(Number(number) * scale));
}

const PROJECT = /^(?:-j|--project|--dir)$/;

/** It works in its project's folder and reads its `pyocd.yaml` there. */
function projectFirst(args: readonly string[], resolve: (path: string) => string) {
  const at = args.findIndex((arg) => PROJECT.test(arg));
  const [folder, rest] =
    at < 0 ? ['.', args] : [args[at + 1] ?? '.', [...args.slice(0, at), ...args.slice(at + 2)]];
  return ['--project', resolve(folder), ...rest];
}

/** pyOCD's probes that can select a debug port on SWD with several. */
const SELECTING: readonly ProbeFamily[] = ['cmsis-dap', 'nxp'];
/** Its targets that do so, by what they write to TARGETSEL. */
const SELECTED: Readonly<Record<number, string>> = { 0x0100_2927: 'rp2040_core0' };

/** Configuration of pyOCD, here and in other tools. */
export const configuration: ServerDescription<PyOcdSetup> = {
  members: { program: 'text', device: 'text', args: 'texts' },
  fromMembers: (board) => ({
    kind: 'pyocd',
    program: toText(board['program']),
    target: toText(board['device']),
    args: toTexts(board['args']),
  }),
  question: {
    member: 'device',
    prompt: "pyOCD's name for the device; leave it empty if pyOCD detects the board",
    placeHolder: 'mimxrt1050_quadspi',
    isNeeded: false,
  },
  device: ({ target }) => target,
  anyChip: ({ family, targetSelect }) => {
    if (targetSelect === undefined) return { kind: 'pyocd', target: 'cortex_m', args: [] };
    const target = SELECTING.includes(family) ? SELECTED[targetSelect] : undefined;
    return target === undefined ? undefined : { kind: 'pyocd', target, args: [] };
  },
  // A board of the user's own settings has no project: then it reads no folder.
  resolvePaths: (setup, { resolve, isProject }) =>
    isProject ? { ...setup, args: projectFirst(setup.args, resolve) } : setup,
  runsFolder: true,
  program: /^pyocd(?:-gdbserver)?$/,
  words: {
    serial: /\s(?:-u|--uid|--probe)[ =](?!remote:)(\S+)/,
    network: /\s(?:-u|--uid|--probe)[ =]remote:(\S+)/,
    port: /\s(?:-p|--port)[ =](\d+)/,
    usualPort: 3333,
  },
  fromArguments,
  ownArguments: ({ args }) => args,
  cortexDebug: {
    paths: ['pyocdPath'],
    setting: 'pyocdPath',
    members: ['boardId', 'board', 'targetId', 'target', 'cmsisPack'],
    read: (fields) => {
      const { server, ...found } = fromArguments(
        toTexts(fields['serverArgs']),
        toText(fields['serverpath']),
      );
      const pack = toText(fields['cmsisPack']);
      return {
        ...found,
        probe: toText(fields['boardId']) ?? toText(fields['board']) ?? found.probe,
        server: {
          ...server,
          target: toText(fields['targetId']) ?? toText(fields['target']) ?? server.target,
          args: [...(pack === undefined ? [] : ['--pack', pack]), ...server.args],
        },
      };
    },
    write: (setup, probe) => ({
      serverpath: setup.program,
      targetId: setup.target,
      boardId: probe,
      serverArgs: setup.args,
    }),
  },
  westRunner: {
    name: 'pyocd',
    read: (args) => {
      const take = {
        target: '--target',
        probe: WEST_PROBE,
        speed: '--frequency',
        tool: '--tool-opt',
        dap: '--daparg',
      };
      const { target, probe, speed, tool = [], dap = [] } = takeOptions(args, { take }).taken;
      const options = [...dap.flatMap((arg) => ['-da', arg]), ...tool.flatMap(splitArguments)];
      const { server, ...found } = fromArguments(options);
      return {
        ...found,
        server: { ...server, target: target?.[0] ?? server.target },
        probe: probe?.[0] ?? found.probe,
        speedKhz: parseSpeed(speed?.[0]) ?? found.speedKhz,
      };
    },
  },
  remote: {
    port: 3333,
    command: (setup, { probe, speedKhz }) => {
      // The project's folder is one of this computer.
      const args = setup.args[0] === '--project' ? setup.args.slice(2) : setup.args;
      return [
        'pyocd',
        'gdbserver',
        '--persist',
        '--port',
        '3333',
        ...(setup.target === undefined ? [] : ['--target', setup.target]),
        ...(probe === undefined ? [] : ['--uid', probe]),
        ...(speedKhz === undefined ? [] : ['--frequency', String(speedKhz * 1000)]),
        ...args,
      ];
    },
  },
  probes: { 'cmsis-dap': 1, nxp: 2, 'j-link': 3, 'st-link': 3 },
  takesPartOfSerial: true,
  support: {
    tried: 'pyOCD 0.46 on the same',
    reads: 'from memory while the core runs',
  },
};

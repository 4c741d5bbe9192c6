import {
  type Fields,
  kilohertz,
  splitArguments,
  takeOptions,
  toText,
  toTexts,
} from '../../../../base';
import type { ChipCore } from '../../../../chips';
import { otherWires } from '../../cortex-debug';
import { type ServerDescription, WEST_PROBE } from '../../server';
import type { JLinkSetup } from './process';

const OPTIONS = {
  take: { device: '-device', interface: '-if', speed: '-speed', select: '-select' },
  drop: '-port -swoport -telnetport -rtttelnetport -endian -timeout -log -logtofile -rtos -localhostonly',
  flags:
    '-singlerun -nosinglerun -nogui -gui -silent -nosilent -strict -halt -nohalt -vd -novd -ir -noir ' +
    '-nolocalhostonly',
  ignoreCase: true,
};

/** It uses SWD unless asked for JTAG. */
const parseJtag = (wires: unknown) =>
  toText(wires)?.toLowerCase() === 'jtag' ? ('jtag' as const) : undefined;

const fromArguments: ServerDescription<JLinkSetup>['fromArguments'] = (args, program) => {
  const { taken, rest } = takeOptions(args, OPTIONS);
  const [, by = '', name] = /^(usb|ip)=(.+)$/i.exec(taken['select']?.[0] ?? '') ?? [];
  const isNetwork = by.toLowerCase() === 'ip';
  return {
    server: {
      kind: 'jlink',
      program,
      device: taken['device']?.[0] ?? '',
      interface: parseJtag(taken['interface']?.[0]),
      address: isNetwork ? name : undefined,
      args: rest,
    },
    probe: isNetwork ? undefined : name,
    speedKhz: kilohertz(taken['speed']?.[0]),
  };
};

const FILES = /^-(?:jlinkscriptfile|scriptfile|settingsfile|x)$/i;

const parseWires = (text: string | undefined) =>
  text === 'swd' || text === 'jtag' ? text : undefined;

/** Configuration of SEGGER's server, here and in other tools. */
export const configuration: ServerDescription<JLinkSetup> = {
  members: {
    program: 'text',
    device: 'text',
    interface: ['swd', 'jtag'],
    address: 'text',
    args: 'texts',
  },
  fromMembers: (board) => ({
    kind: 'jlink',
    program: toText(board['program']),
    device: toText(board['device']) ?? '',
    interface: parseWires(toText(board['interface'])),
    address: toText(board['address']),
    args: toTexts(board['args']),
  }),
  question: {
    member: 'device',
    prompt: "J-Link's name for the device",
    placeHolder: 'MCIMXRT1052',
    isNeeded: true,
  },
  device: ({ device }) => device,
  resolvePaths: (setup, { resolve }) => ({
    ...setup,
    args: setup.args.map((arg, at) => (FILES.test(setup.args[at - 1] ?? '') ? resolve(arg) : arg)),
  }),
  program: /^jlinkgdbserver/,
  words: {
    serial: /\s-select\s+usb=(\S+)/i,
    network: /\s-select\s+ip=(\S+)/i,
    port: /\s-port\s+(\d+)/i,
    usualPort: 2331,
  },
  fromArguments,
  ownArguments: ({ args }) => args,
  network: ({ address }) => address,
  cortexDebug: {
    paths: ['jlinkpath'],
    setting: 'JLinkGDBServerPath',
    members: ['device', 'jlinkInterface', 'ipAddress', 'jlinkscript'],
    read: readCortexDebug,
    write: (setup, probe) => ({
      serverpath: setup.program,
      device: setup.device,
      interface: setup.interface,
      ipAddress: setup.address,
      serialNumber: probe,
      serverArgs: setup.args,
    }),
  },
  mcuxpresso: {
    member: 'segger',
    probeTypes: ['jlink', 'segger'],
    read: (config) => ({
      server: {
        kind: 'jlink',
        device: toText(config['device']) ?? '',
        interface: parseJtag(config['interface']),
        args: [],
      },
      speedKhz: kilohertz(config['speed']),
    }),
  },
  westRunner: { name: 'jlink', read: readWest },
  remote: {
    port: 2331,
    command: (setup, { probe, speedKhz }) => [
      'JLinkGDBServerCL',
      '-nogui',
      '-localhostonly',
      '-port',
      '2331',
      '-device',
      setup.device,
      '-if',
      setup.interface ?? 'swd',
      ...(probe === undefined ? [] : ['-select', `usb=${probe}`]),
      ...(speedKhz === undefined ? [] : ['-speed', String(speedKhz)]),
      ...setup.args,
    ],
  },
  anyChip: ({ architecture, targetSelect }) => {
    const device = targetSelect === undefined ? CORES[architecture] : SELECTED[targetSelect];
    return device === undefined ? undefined : { kind: 'jlink', device, args: [] };
  },
  probes: { 'j-link': 1 },
  support: {
    tried: 'a stand-in written from the manual; not with a real J-Link',
    reads: 'from memory; in the worst case over its RTT port',
  },
};

/** J-Link's names of devices of which only the core is known. */
const CORES: Readonly<Record<ChipCore['architecture'], string>> = {
  armv6m: 'Cortex-M0',
  armv7m: 'Cortex-M3',
  armv7em: 'Cortex-M4',
  armv8m: 'Cortex-M33',
};

/** Its names of cores that it selects on SWD with several debug ports, by the value for TARGETSEL. */
const SELECTED: Readonly<Record<number, string>> = { 0x0100_2927: 'RP2040_M0_0' };

function readCortexDebug(fields: Fields) {
  const { server, ...found } = fromArguments(
    toTexts(fields['serverArgs']),
    toText(fields['serverpath']),
  );
  const serial = toText(fields['serialNumber']) ?? found.probe;
  const wires = toText(fields['interface']) ?? toText(fields['jlinkInterface']);
  const script = toText(fields['jlinkscript']);
  return {
    ...found,
    probe: serial,
    server: {
      ...server,
      device: toText(fields['device']) ?? server.device,
      interface: parseWires(wires?.toLowerCase()) ?? server.interface,
      address: serial === undefined ? (toText(fields['ipAddress']) ?? server.address) : undefined,
      args: [...(script === undefined ? [] : ['-jlinkscriptfile', script]), ...server.args],
    },
    gaps: otherWires(wires, ['swd', 'jtag']),
  };
}

/** The loader chooses among the flash memories that a board may have. */
function readWest(args: readonly string[]) {
  const take = {
    device: '--device',
    loader: '--loader',
    probe: WEST_PROBE,
    speed: '--speed',
    wires: '--iface',
    tool: '--tool-opt',
  };
  const { device, loader, probe, speed, wires, tool = [] } = takeOptions(args, { take }).taken;
  const { server, ...found } = fromArguments(tool.flatMap(splitArguments));
  const name = device?.[0] ?? server.device;
  return {
    ...found,
    server: {
      ...server,
      device: loader === undefined ? name : `${name}?${loader[0]}`,
      interface: parseJtag(wires?.[0]) ?? server.interface,
    },
    probe: probe?.[0] ?? found.probe,
    speedKhz: kilohertz(speed?.[0]) ?? found.speedKhz,
  };
}

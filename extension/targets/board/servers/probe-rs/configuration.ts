import { kilohertz, splitArguments, takeOptions, toText, toTexts } from '../../../../base';
import { LOOPBACK } from '../../../../host';
import { type ServerDescription, WEST_PROBE } from '../../server';
import { type ProbeRsSetup, wireOptions } from './process';

const GDB_PORT = 1337;

/** `VID:PID:SERIAL` names a probe; the serial number may be missing, or have colons itself. */
function readSelector(selector = '') {
  const [, usbId, probe] = /^(\w+:\w+(?:-\w+)?)(?::(.+))?$/.exec(selector) ?? [];
  return { usbId, probe };
}

const fromArguments: ServerDescription<ProbeRsSetup>['fromArguments'] = (args, program) => {
  const { taken, rest } = takeOptions(args[0] === 'gdb' ? args.slice(1) : args, {
    take: { chip: '--chip', probe: '--probe', speed: '--speed' },
    drop: '--gdb-connection-string --gdb',
    flags: '--reset-halt --non-interactive',
  });
  const { usbId, probe } = readSelector(taken['probe']?.[0]);
  return {
    server: { kind: 'probe-rs', program, chip: taken['chip']?.[0], usbId, args: rest },
    probe,
    speedKhz: kilohertz(taken['speed']?.[0]),
  };
};

/** Configuration of probe-rs, here and in other tools; cortex-debug cannot start it. */
export const configuration: ServerDescription<ProbeRsSetup> = {
  members: { program: 'text', device: 'text', usbId: 'text', args: 'texts' },
  fromMembers: (board) => ({
    kind: 'probe-rs',
    program: toText(board['program']),
    chip: toText(board['device']),
    usbId: toText(board['usbId']),
    args: toTexts(board['args']),
  }),
  question: {
    member: 'device',
    prompt: "probe-rs's name for the chip",
    placeHolder: 'STM32F407VGTx',
    isNeeded: true,
  },
  device: ({ chip }) => chip,
  program: /^probe-rs$/,
  words: {
    serial: /\s--probe[ =]\w+:[\w-]+:(\S+)/,
    port: /\s--gdb-connection-string[ =]\S*:(\d+)/,
    usualPort: GDB_PORT,
  },
  fromArguments,
  ownArguments: ({ args }) => args,
  westRunner: {
    name: 'probe-rs',
    read: (args) => {
      const take = { chip: '--chip', probe: WEST_PROBE, speed: '--speed', tool: '--tool-opt' };
      const { chip, probe, speed, tool = [] } = takeOptions(args, { take }).taken;
      const { server, ...found } = fromArguments(tool.flatMap(splitArguments));
      const named = readSelector(probe?.[0]);
      return {
        server: {
          ...server,
          chip: chip?.[0] ?? server.chip,
          usbId: named.usbId ?? server.usbId,
        },
        probe: named.probe ?? found.probe,
        speedKhz: kilohertz(speed?.[0]) ?? found.speedKhz,
      };
    },
  },
  remote: {
    port: GDB_PORT,
    command: (setup, wire) => [
      'probe-rs',
      'gdb',
      '--gdb-connection-string',
      `${LOOPBACK}:${GDB_PORT}`,
      ...wireOptions(setup, wire),
      ...setup.args,
    ],
  },
  // The table of chips is made from its own, and has its names.
  anyChip: ({ chip, family, targetSelect }) =>
    chip === '' || (targetSelect !== undefined && family === 'st-link')
      ? undefined
      : { kind: 'probe-rs', chip, args: [] },
  probes: { 'black-magic': 1, 'cmsis-dap': 4, nxp: 4, 'j-link': 4, 'st-link': 4 },
  support: {
    tried: 'a stand-in written from its sources; not at a probe',
    reads: 'from memory while the core runs',
  },
};

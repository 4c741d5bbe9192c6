import { kilohertz, takeOptions, toText, toTexts } from '../../../../base';
import { otherWires } from '../../cortex-debug';
import { type ServerDescription, WEST_PROBE } from '../../server';
import type { StLinkSetup } from './process';

const fromArguments: ServerDescription<StLinkSetup>['fromArguments'] = (args, program) => {
  const { taken, rest } = takeOptions(args, {
    take: {
      folder: '-cp --stm32cubeprogrammer-path',
      probe: '-i --serial-number',
      speed: '--frequency',
    },
    drop: '-p --port-number -l --log-level -f --log-file',
    flags: '-d --swd -e --persistent -g --attach --halt -v --verify -s --verbose',
  });
  return {
    server: { kind: 'stlink', program, programmerFolder: taken['folder']?.[0], args: rest },
    probe: taken['probe']?.[0],
    speedKhz: kilohertz(taken['speed']?.[0]),
  };
};

/** Configuration of ST's server, here and in other tools. It detects the device itself. */
export const configuration: ServerDescription<StLinkSetup> = {
  members: { program: 'text', programmerFolder: 'text', args: 'texts' },
  fromMembers: (board) => ({
    kind: 'stlink',
    program: toText(board['program']),
    programmerFolder: toText(board['programmerFolder']),
    args: toTexts(board['args']),
  }),
  device: () => undefined,
  resolvePaths: (setup, { resolve }) => ({
    ...setup,
    programmerFolder: setup.programmerFolder && resolve(setup.programmerFolder),
  }),
  program: /^st-?link[_-]gdb-?server/,
  words: {
    serial: /\s(?:-i|--serial-number)[ =](\S+)/,
    port: /\s(?:-p|--port-number)[ =](\d+)/,
    usualPort: 61234,
  },
  fromArguments,
  ownArguments: ({ args }) => args,
  cortexDebug: {
    paths: ['stlinkPath'],
    setting: 'stlinkPath',
    folderSetting: 'stm32cubeprogrammer',
    members: ['stm32cubeprogrammer'],
    read: (fields) => {
      const { server, ...found } = fromArguments(
        toTexts(fields['serverArgs']),
        toText(fields['serverpath']),
      );
      const programmerFolder = toText(fields['stm32cubeprogrammer']) ?? server.programmerFolder;
      return {
        ...found,
        probe: toText(fields['serialNumber']) ?? found.probe,
        server: { ...server, programmerFolder },
        gaps: otherWires(toText(fields['interface']), ['swd']),
      };
    },
    write: (setup, probe) => ({
      serverpath: setup.program,
      stm32cubeprogrammer: setup.programmerFolder,
      serialNumber: probe,
      serverArgs: setup.args,
    }),
  },
  westRunner: {
    name: 'stlink_gdbserver',
    read: (args) => {
      const { probe } = takeOptions(args, { take: { probe: WEST_PROBE } }).taken;
      return { server: { kind: 'stlink', args: [] }, probe: probe?.[0] };
    },
  },
  // ST-LINKs do not select one of several debug ports.
  anyChip: ({ targetSelect }) =>
    targetSelect === undefined ? { kind: 'stlink', args: [] } : undefined,
  probes: { 'st-link': 2 },
  support: {
    tried: "a stand-in written from the manual; not with ST's server itself",
    reads: 'from memory; in the worst case by stopping the core',
  },
};

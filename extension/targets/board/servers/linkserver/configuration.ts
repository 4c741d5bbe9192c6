import { takeOptions, toText, toTexts } from '../../../../base';
import { type ServerDescription, WEST_PROBE } from '../../server';
import type { LinkServerSetup } from './process';

/** `#1` is a position in a list, no serial number. */
const toSerial = (probe: string | undefined) =>
  probe?.startsWith('#') === true ? undefined : probe;

const forDevice = (device: string): LinkServerSetup => ({ kind: 'linkserver', device, args: [] });

/** Configuration of LinkServer, here and in other tools; cortex-debug cannot start it. */
export const configuration: ServerDescription<LinkServerSetup> = {
  members: { program: 'text', device: 'text', args: 'texts' },
  fromMembers: (board) => ({
    kind: 'linkserver',
    program: toText(board['program']),
    device: toText(board['device']) ?? '',
    args: toTexts(board['args']),
  }),
  question: {
    member: 'device',
    prompt: "LinkServer's name for the device and board",
    placeHolder: 'MIMXRT1052xxxxB:EVKB-IMXRT1050',
    isNeeded: true,
  },
  device: ({ device }) => device,
  program: /^(?:linkserver|crt_emu_\w+|redlinkserv)/,
  words: {
    serial: /\s(?:--probe|--probeserial|-p)[ =](?!#)(\S+)/,
    port: /\s--gdb-port[ =](\d+)/,
    usualPort: 3333,
  },
  // The device comes last and has no option.
  fromArguments: (args, program) => {
    const { taken, rest } = takeOptions(args[0] === 'gdbserver' ? args.slice(1) : args, {
      take: { probe: '--probe -p' },
      drop: '--gdb-port --semihost-port --core-index',
      flags: '--keep-alive -k --attach -a',
    });
    return {
      server: { kind: 'linkserver', program, device: rest.at(-1) ?? '', args: rest.slice(0, -1) },
      probe: toSerial(taken['probe']?.[0]),
    };
  },
  ownArguments: ({ args }) => args,
  mcuxpresso: {
    member: 'linkserver',
    probeTypes: ['linkserver'],
    read: ({ device }) => ({ server: forDevice(toText(device) ?? '') }),
    forDevice,
  },
  westRunner: {
    name: 'linkserver',
    read: (args) => {
      const take = {
        device: '--device',
        core: '--core',
        probe: WEST_PROBE,
        override: '--override',
      };
      const { device, core = [], probe, override = [] } = takeOptions(args, { take }).taken;
      const cores = core.flatMap((one) => ['-c', one]);
      const overrides = override.flatMap((one) => ['-o', one]);
      return {
        server: { kind: 'linkserver', device: device?.[0] ?? '', args: [...cores, ...overrides] },
        probe: toSerial(probe?.[0]),
      };
    },
  },
  probes: { nxp: 1 },
  support: {
    tried: 'a stand-in written from the manual; not with LinkServer itself',
    reads: 'from memory; in the worst case by stopping the core',
  },
};

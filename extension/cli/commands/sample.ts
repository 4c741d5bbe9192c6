import { resolve } from 'node:path';
import { sampleFirmware } from '../../engine';
import { formatNumber } from '../../measure';
import { sampledText } from '../../report';
import { countOf, usage, valueOf } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import { targetOf, targetOption } from '../target';

const SECONDS = 5;

/** `cyclescope sample` */
export const sampleCommand: Command = {
  spec: {
    name: 'sample',
    about: 'show which functions take the time of the firmware that runs on a board',
    details:
      'The firmware needs no agent. It is neither written nor reset nor stopped: the program counter is\n' +
      'read while the core runs, over OpenOCD or pyOCD. The profile is flat: functions without callers.',
    options: {
      target: targetOption,
      seconds: { value: 'N', about: `how long; ${SECONDS} seconds if not given` },
      elf: {
        value: 'FILE',
        about: 'the ELF file of the firmware that runs; without it, addresses are shown',
      },
      'no-idle': { about: 'leave out samples in which the core has nothing to do' },
      halt: {
        about: 'stop the core for each sample if its program counter cannot be read while it runs',
      },
    },
  },
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    // The file is not deployed, so it is none of the target.
    const named = { ...args, values: new Map([...args.values].filter(([name]) => name !== 'elf')) };
    const { id, board } = await targetOf(named, context);
    if (board === undefined) throw usage(`${id} is no board: only firmware on a board is sampled.`);
    const elf = valueOf(args, 'elf');
    const sample = await sampleFirmware(
      {
        board,
        elf: elf === undefined ? undefined : resolve(cwd, elf),
        seconds: countOf(args, 'seconds', 1) ?? SECONDS,
        allowHalt: args.flags.has('halt'),
        omitIdle: args.flags.has('no-idle'),
      },
      {
        signal,
        log: { info: terminal.report, debug: () => undefined },
        onProgress: (samples) =>
          terminal.progress(`Sampling: ${formatNumber(samples)} samples`, false),
      },
    );
    if (args.flags.has('json')) await printJson(context, { sample });
    else await terminal.out(sampledText(sample));
    return exitCodes.ok;
  },
};

import { resolve } from 'node:path';
import { sampleBenchmark, sampleFirmware } from '../../engine';
import { formatNumber } from '../../measure';
import type { FirmwareSample } from '../../profile';
import { sampledText } from '../../report';
import { samplingServers, type Target } from '../../targets';
import { type Arguments, countOf, optionValueOf, usage } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { targetOf, targetOption } from '../target';
import { contextOf, specFromArguments, waitOption } from './run';

const SECONDS = 5;

/** `cyclescope sample` */
export const sampleCommand: Command = {
  spec: {
    name: 'sample',
    about: 'show in which functions firmware on a board, or a benchmark on Linux, spends its time',
    details:
      'The firmware needs no agent. It is not written, reset or stopped: the program counter is\n' +
      `read while the core runs, over ${samplingServers}. The profile is flat: functions without callers.\n` +
      'On Linux (local-linux or ssh://...), a benchmark is executed repeatedly, and perf samples it with its\n' +
      'callees in the C library and in the kernel. These samples give no figures.',
    options: {
      target: targetOption,
      bench: { value: 'OP', about: 'on Linux: the benchmark', repeated: true },
      seconds: { value: 'N', about: `how long; ${SECONDS} seconds if not given` },
      elf: {
        value: 'FILE',
        about: 'the ELF file of the firmware that runs; without it, addresses are shown',
      },
      wait: waitOption,
      'no-idle': { about: 'leave out samples in which the core is idle' },
      halt: {
        about: 'stop the core for each sample if its program counter cannot be read while it runs',
      },
    },
  },
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    // The file is not deployed, so it is none of the target.
    const named = { ...args, values: new Map([...args.values].filter(([name]) => name !== 'elf')) };
    const target = await targetOf(named, context);
    const seconds = countOf(args, 'seconds', 1) ?? SECONDS;
    if (target.board === undefined) return sampleOnLinux(named, target, seconds, context);
    if (args.values.has('bench')) {
      throw usage(
        `${target.id} is a board: the firmware that runs there is sampled, without --bench.`,
      );
    }
    const elf = optionValueOf(args, 'elf');
    const sample = await sampleFirmware(
      {
        board: target.board,
        elf: elf === undefined ? undefined : resolve(cwd, elf),
        seconds,
        allowHalt: args.flags.has('halt'),
        omitIdle: args.flags.has('no-idle'),
        waitSeconds: countOf(args, 'wait', 1),
      },
      {
        signal,
        log: { info: terminal.report, debug: () => undefined },
        onProgress: (samples) =>
          terminal.progress(`Sampling: ${formatNumber(samples)} samples`, false),
      },
    );
    return show(sample, args, context);
  },
};

async function sampleOnLinux(args: Arguments, target: Target, seconds: number, context: Context) {
  if (!args.values.has('bench')) {
    throw usage(`On ${target.id} a benchmark is sampled: name it with --bench.`);
  }
  const spec = await specFromArguments(args, target, context);
  return show(await sampleBenchmark(spec, seconds, contextOf(target, context)), args, context);
}

async function show(sample: FirmwareSample, args: Arguments, context: Context) {
  if (args.flags.has('json')) await printJson(context, { sample });
  else await context.terminal.out(sampledText(sample));
  return exitCodes.ok;
}

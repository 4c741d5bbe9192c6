import { resolve } from 'node:path';
import { sampleBenchmark, sampleFirmware } from '../../engine';
import { formatNumber } from '../../measure';
import type { FirmwareSample } from '../../profile';
import { formatSample } from '../../report';
import { samplingServers } from '../../targets';
import { type Arguments, parseCountOption, getOptionValue, usage } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { haltOption } from '../plugin';
import { flashOptions, resolveTargetOption, targetOption } from '../target';
import { toRunContext, specFromArguments, waitOption } from '../request';

const SECONDS = 5;

/** `cyclescope sample` */
export const sampleCommand: Command = {
  spec: {
    name: 'sample',
    about: 'show in which functions firmware on a board, or a benchmark on Linux, spends its time',
    details:
      'The firmware needs no agent. It is not written, reset or stopped: the program counter is\n' +
      `read while the core runs, over ${samplingServers}. The profile is flat: functions without callers.\n` +
      'With --bench, the agent executes a benchmark repeatedly: on a board, it is deployed and its batches are\n' +
      'sampled in the same way. On Linux (local-linux or ssh://...), perf samples a benchmark with its callees\n' +
      'in the C library and in the kernel. These samples give no figures.',
    options: {
      target: targetOption,
      bench: { value: 'OP', about: 'the benchmark; needed on Linux', repeated: true },
      seconds: { value: 'N', about: `how long; ${SECONDS} seconds if not given` },
      elf: {
        value: 'FILE',
        about:
          'the ELF file of the firmware that runs; without it, addresses are shown. With --bench: of the agent',
      },
      ...flashOptions,
      wait: waitOption,
      'no-idle': { about: 'leave out samples in which the core is idle' },
      ...haltOption,
    },
  },
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    const isBenchmark = args.values.has('bench');
    // Firmware that runs is not deployed, so its file is none of the target.
    const { values } = args;
    const others = new Map([...values].filter(([name]) => isBenchmark || name !== 'elf'));
    const named = { ...args, values: others };
    const target = await resolveTargetOption(named, context);
    const seconds = parseCountOption(args, 'seconds', 1) ?? SECONDS;
    const allowHalt = args.flags.has('halt');
    const onSamples = (samples: number) =>
      terminal.progress(`Sampling: ${formatNumber(samples)} samples`, false);
    if (isBenchmark) {
      const spec = await specFromArguments(named, target, context);
      const how = { seconds, allowHalt, onSamples };
      return show(await sampleBenchmark(spec, how, toRunContext(target, context)), args, context);
    }
    if (target.board === undefined) {
      throw usage(`On ${target.id} a benchmark is sampled: name it with --bench.`);
    }
    const elf = getOptionValue(args, 'elf');
    const sample = await sampleFirmware(
      {
        board: target.board,
        elf: elf === undefined ? undefined : resolve(cwd, elf),
        seconds,
        allowHalt,
        omitIdle: args.flags.has('no-idle'),
        waitSeconds: parseCountOption(args, 'wait', 1),
      },
      { signal, log: { info: terminal.report, debug: () => undefined }, onProgress: onSamples },
    );
    return show(sample, args, context);
  },
};

async function show(sample: FirmwareSample, args: Arguments, context: Context) {
  if (args.flags.has('json')) await printJson(context, { sample });
  else await context.terminal.out(formatSample(sample));
  return exitCodes.ok;
}

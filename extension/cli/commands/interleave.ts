import { resolve } from 'node:path';
import { MOST_REPEATS } from '../../compare';
import {
  planTurns,
  profileRun,
  resolveColumns,
  runInterleaved,
  getRunsFolder,
  type TurnsQuestion,
} from '../../engine';
import type { ReportColumn } from '../../report';
import { type Target, valueOfTarget, withElfs } from '../../targets';
import { type Arguments, parseCountOption, type OptionSpec, usage } from '../args';
import { commandLine } from '../command';
import type { Context } from '../context';
import { requireRecorder } from '../plugin';
import { resolveTargetOption } from '../target';
import { toRunContext, specFromArguments } from '../request';

/** Options of `compare` that only --interleave has. */
export const interleaveOptions = {
  interleave: {
    about: 'measure two agents, A.elf and B.elf, in turns on --target, and compare them',
  },
  target: { value: 'T', about: 'with --interleave: the target' },
  bench: { value: 'GLOB', about: 'with --interleave: what to measure', repeated: true },
  iterations: { value: 'N', about: 'with --interleave: samples per operation' },
  warmup: { value: 'N', about: 'with --interleave: executions before the first sample' },
  set: { value: 'NAME=V[,V..]', about: 'with --interleave: set a parameter', repeated: true },
  repeat: { value: 'N', about: 'with --interleave: repeats of everything (5; emulated targets 1)' },
  most: {
    value: 'N',
    about: `with --interleave: repeats of what is still undecided (${MOST_REPEATS})`,
  },
  minutes: {
    value: 'N',
    about: 'with --interleave: begin no repeat that would probably end later',
  },
  profile: { about: 'with --interleave: name the functions that make each difference' },
  wait: { value: 'S', about: 'with --interleave: seconds to wait for a target that is in use' },
} satisfies Readonly<Record<string, OptionSpec>>;

/** Measures two images in turns until everything is decided or repeated often enough. */
export async function interleave(
  args: Arguments,
  context: Context,
  question: Pick<TurnsQuestion, 'delta' | 'gate'>,
): Promise<readonly ReportColumn[]> {
  const [first, second, ...more] = args.positionals;
  if (first === undefined || second === undefined || more.length > 0) {
    throw usage('--interleave takes two ELF files: compare --interleave A.elf B.elf --target T.');
  }
  if (!args.values.has('target')) throw usage('--interleave also needs --target T.');
  const target = await resolveTargetOption(args, context);
  requireRecorder(args, target);
  const plan = planTurns(target, {
    ...question,
    least: parseCountOption(args, 'repeat', 1),
    most: parseCountOption(args, 'most', 1),
    minutes: parseCountOption(args, 'minutes', 1),
  });
  const [one, other] = [
    await prepareSide(first, args, target, context),
    await prepareSide(second, args, target, context),
  ];
  // Both are profiled at the end, one after the other, because a target records one run at a time.
  const withoutProfile = ({ spec, ...side }: Side) => ({
    ...side,
    spec: { ...spec, profile: undefined },
  });
  const outcomes = await runInterleaved([withoutProfile(one), withoutProfile(other)], plan);
  for (const { error } of outcomes) if (error instanceof Error) throw error;
  for (const { folder } of outcomes) context.terminal.report(`Run stored in ${folder}`);
  for (const [at, { spec, context: around }] of [one, other].entries()) {
    const outcome = outcomes[at];
    if (outcome && spec.profile) await profileRun(outcome, spec, around);
  }
  const { cwd } = context;
  const folders = outcomes.map(({ folder }) => folder);
  return resolveColumns(folders, { cwd, runsFolder: getRunsFolder(cwd) });
}

type Side = Awaited<ReturnType<typeof prepareSide>>;

async function prepareSide(elf: string, args: Arguments, target: Target, context: Context) {
  const own = withElfs(target, { headline: resolve(context.cwd, elf) });
  const spec = await specFromArguments(args, own, context);
  return {
    spec: { ...spec, target: valueOfTarget(own), command: commandLine('compare', args) },
    context: toRunContext(own, context),
  };
}

import { resolve } from 'node:path';
import { type Column, compareColumns, type Gate, undecidedIn } from '../../compare';
import { type InterleavePlan, looksOf, repeatsOf, runInterleaved } from '../../engine';
import { type ReportColumn, runColumn } from '../../report';
import { hasLastingDoubts, RECORD_SCHEMA, type RunPass, type RunRecord } from '../../runs';
import { type Target, valueOfTarget, withElfs } from '../../targets';
import { type Arguments, countOf, type OptionSpec, usage } from '../args';
import { commandLine } from '../command';
import type { Context } from '../context';
import { targetOf } from '../target';
import { contextOf, specOf } from './run';

/** Options that `compare` has for --interleave alone. */
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
  most: { value: 'N', about: 'with --interleave: repeats of what is still undecided (320)' },
  wait: { value: 'S', about: 'with --interleave: seconds to wait for a target that is in use' },
} satisfies Readonly<Record<string, OptionSpec>>;

const MOST_REPEATS = 320;

/** What is asked of the two sides, which decides when enough has been measured. */
interface Question {
  readonly delta: number | undefined;
  readonly gate: Gate | undefined;
}

/** Both runs, and how often they were compared while they went on. */
interface Interleaved {
  readonly columns: readonly ReportColumn[];
  readonly looks: number;
}

/** Measures two images in turns until everything is decided or repeated often enough. */
export async function interleave(
  args: Arguments,
  context: Context,
  question: Question,
): Promise<Interleaved> {
  const [first, second, ...more] = args.positionals;
  if (first === undefined || second === undefined || more.length > 0) {
    throw usage('--interleave takes two ELF files: compare --interleave A.elf B.elf --target T.');
  }
  if (!args.values.has('target')) throw usage('--interleave also needs --target T.');
  const target = await targetOf(args, context);
  const plan = planOf(args, target, question);
  const outcomes = await runInterleaved(
    [await sideOf(first, args, target, context), await sideOf(second, args, target, context)],
    plan,
  );
  for (const { error } of outcomes) if (error instanceof Error) throw error;
  for (const { folder } of outcomes) context.terminal.report(`Run stored in ${folder}`);
  return { columns: outcomes.map(({ record }) => runColumn(record)), looks: looksOf(plan) };
}

async function sideOf(elf: string, args: Arguments, target: Target, context: Context) {
  const own = withElfs(target, { headline: resolve(context.cwd, elf) });
  const spec = await specOf(args, own, context);
  return {
    spec: { ...spec, target: valueOfTarget(own), command: commandLine('compare', args) },
    context: contextOf(own, context),
  };
}

function planOf(args: Arguments, target: Target, { delta, gate }: Question): InterleavePlan {
  const least = countOf(args, 'repeat', 1) ?? repeatsOf(target);
  // Further repeats of a target that repeats exactly would show nothing new.
  const wanted = target.deterministic ? least : (countOf(args, 'most', 1) ?? MOST_REPEATS);
  const most = Math.max(least, wanted);
  const looks = looksOf({ least, most });
  const columnOf = (pass: RunPass): Column => ({ kind: 'run', record: recordOf(pass, target) });
  return {
    least,
    most,
    undecided: (one, other) => {
      const comparison = compareColumns([columnOf(one), columnOf(other)], { delta, looks });
      return undecidedIn(comparison, gate)
        .filter(({ suite, op }) => ![one, other].some((pass) => hasLastingDoubts(pass, suite, op)))
        .map(({ suite, op }) => `${suite}/${op}`);
    },
  };
}

/** The record of a run that goes on, as far as a comparison needs it. */
function recordOf(pass: RunPass, { id, title, deterministic }: Target): RunRecord {
  return {
    schema: RECORD_SCHEMA,
    id,
    created: '',
    tool: '',
    target: { id, title, deterministic },
    status: 'incomplete',
    command: '',
    repeat: 1,
    durationSeconds: 0,
    passes: [pass],
    notes: [],
    problems: [],
  };
}

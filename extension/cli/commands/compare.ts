import { resolve } from 'node:path';
import { type Gate, type GateResult, MOST_REPEATS, parseGate } from '../../compare';
import {
  BASELINE,
  getRunsFolder,
  pinRun,
  planTurns,
  profileRun,
  resolveColumns,
  resolveRun,
  runInterleaved,
  type TurnsQuestion,
} from '../../engine';
import {
  applyGate,
  compareReported,
  comparisonFormats,
  comparisonJson,
  type ReportColumn,
} from '../../report';
import { type Target, valueOfTarget, withElfs } from '../../targets';
import {
  type Arguments,
  getOptionValue,
  type OptionSpec,
  parseChoiceOption,
  parseCountOption,
  usage,
} from '../args';
import {
  bisectOption,
  COLUMN_DETAILS,
  type Command,
  commandLine,
  type ExitCode,
  exitCodes,
  printJson,
} from '../command';
import type { Context } from '../context';
import { licenceOptions } from '../licences';
import { requireRecorder } from '../plugin';
import { specFromArguments, toRunContext } from '../request';
import { resolveTargetOption } from '../target';

const gateCodes: Readonly<Record<GateResult['outcome'], ExitCode>> = {
  ok: exitCodes.ok,
  failed: exitCodes.gateFailed,
  inconclusive: exitCodes.gateInconclusive,
};

function parseDeltaOption(args: Arguments): number | undefined {
  const text = getOptionValue(args, 'delta');
  if (text === undefined) return undefined;
  const [, percent] = /^(\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (percent !== undefined) return Number(percent) / 100;
  throw usage(`--delta must be a percentage, such as 2%, not "${text}".`);
}

/** Git asks whether a commit is good or bad, which takes a gate. */
function gateText(args: Arguments): string | undefined {
  return (
    getOptionValue(args, 'fail-on') ?? (args.flags.has('for-bisect') ? 'regressed' : undefined)
  );
}

function parseGateOption(args: Arguments): Gate | undefined {
  const text = gateText(args);
  if (text === undefined) return undefined;
  const parsed = parseGate(text);
  if ('gate' in parsed) return parsed.gate;
  throw usage(`--fail-on: ${parsed.problem}.`);
}

/** A single run is compared with the pinned baseline. */
function listReferences({ positionals }: Arguments): readonly string[] {
  if (positionals.length === 0) throw usage('cyclescope compare needs RUN RUN...');
  return positionals.length === 1 ? [BASELINE, ...positionals] : positionals;
}

async function pin(reference: string, context: Context, isJson: boolean): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const runsFolder = getRunsFolder(cwd);
  const run = await resolveRun(reference, { cwd, runsFolder });
  await pinRun(run, runsFolder);
  if (isJson) await printJson(context, { baseline: run.id, folder: run.folder });
  else terminal.report(`${run.id} is now the baseline.`);
  return exitCodes.ok;
}

/** Options of `compare` that only --interleave has. */
const interleaveOptions = {
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
async function interleave(
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

/** `cyclescope compare` */
export const compareCommand: Command = {
  spec: {
    name: 'compare',
    about: 'compare runs with the first one, or one run with the baseline',
    details: COLUMN_DETAILS,
    positionals: { name: 'RUN RUN...', min: 0, max: Infinity },
    options: {
      delta: { value: 'P%', about: 'the smallest change that matters (2%; emulated targets 1%)' },
      'fail-on': {
        value: 'GATE',
        about:
          'regressed, regressed=5%, regressed=1instr or changed: exit code 3, or 4 if something is undecided',
      },
      format: {
        value: 'F',
        about: `output format: ${comparisonFormats.map(({ id }) => id).join(', ')}`,
      },
      ...bisectOption,
      pin: { value: 'RUN', about: 'make RUN the baseline, and compare nothing' },
      ...interleaveOptions,
      ...licenceOptions,
    },
  },
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const isJson = args.flags.has('json');
    const pinned = getOptionValue(args, 'pin');
    if (pinned !== undefined) {
      if (args.positionals.length > 0)
        throw usage('--pin only sets the baseline: omit the other runs.');
      return pin(pinned, context, isJson);
    }
    const [delta, gate] = [parseDeltaOption(args), parseGateOption(args)];
    const isInterleaved = args.flags.has('interleave');
    const alone = Object.keys(interleaveOptions).find(
      (name) => args.values.has(name) || args.flags.has(name),
    );
    if (!isInterleaved && alone !== undefined) {
      throw usage(`--${alone} belongs to --interleave.`);
    }
    const format =
      parseChoiceOption(args, 'format', 'comparison format', comparisonFormats) ??
      comparisonFormats[0];
    const folders = { cwd, runsFolder: getRunsFolder(cwd) };
    const columns = isInterleaved
      ? await interleave(args, context, { delta, gate })
      : await resolveColumns(listReferences(args), folders);
    const compared = compareReported(columns, { delta });
    const result = gate && applyGate(compared, gate, gateText(args) ?? '');
    if (isJson) {
      await printJson(context, comparisonJson(compared, result));
    } else {
      await terminal.out(format.writeComparison(compared, result));
    }
    return result ? gateCodes[result.outcome] : exitCodes.ok;
  },
};

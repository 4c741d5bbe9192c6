import { quoteForShell, visibleLine } from '../../base';
import { runBenchmarks, runInShards, type RunOutcome, type RunSpec } from '../../engine';
import { terminalTable } from '../../report';
import { idOfTarget, isBackup, isExternal, keepConnections, type Target } from '../../targets';
import { runJson } from '../../tools';
import { type Arguments, parseCountOption, usage } from '../args';
import {
  bisectOption,
  type Command,
  toCommandFailure,
  type ExitCode,
  exitCodes,
  printJson,
} from '../command';
import type { Context } from '../context';
import { licenceOptions } from '../licences';
import { haltOption } from '../plugin';
import {
  buildNamed,
  optionalTarget,
  projectOptions,
  requireTarget,
  targetOfBuilt,
} from '../project';
import {
  buildLayouts,
  labelContext,
  toRunContext,
  specFromArguments,
  waitOption,
} from '../request';
import { bareOptions, elfOptions, flashOptions, resolveTargetOption } from '../target';
import type { Terminal } from '../terminal';

const spec = {
  name: 'run',
  about: 'measure on a target, print the figures and store the run',
  details: [
    'Several values of a parameter make a sweep: every combination is measured and stored in',
    'one run. Values are whole numbers and ranges: 2,4,8 or 2..32x2 (doubling each time), 1..8,',
    '10..50+10. Operations without the parameter are measured once. SUITE.NAME sets it for one suite:',
    "  cyclescope run --target T --bench 'sort/*' --set threads=2..32x2 --set sort.size=100,1000",
    'Points that do not fit on the target are refused with a reason, and the run continues.',
    'To list parameters and their ranges: cyclescope list --target T',
  ].join('\n'),
  options: {
    target: {
      ...optionalTarget,
      about: 'the target, or several, which are measured at the same time',
      repeated: true,
    },
    ...projectOptions,
    shards: {
      value: 'N',
      about:
        'measure N parts of the operations at the same time and store one run: on N emulators, or on N equal targets',
    },
    bench: { value: 'GLOB', about: 'what to measure: suite/op or suite', repeated: true },
    source: {
      value: 'FILE-OR-DIR',
      about: 'with --chip: build a benchmark of your own into the image first',
      repeated: true,
    },
    iterations: { value: 'N', about: 'samples per operation' },
    warmup: { value: 'N', about: 'executions before the first sample' },
    repeat: { value: 'N', about: 'number of repeats, each with a freshly started agent' },
    layouts: {
      value: 'N',
      about: 'build N images that differ only in order and alignment, and measure all',
    },
    set: {
      value: 'NAME=V[,V..]',
      about: "set a benchmark's parameter, or sweep it",
      repeated: true,
    },
    'as-published': { about: 'sweep the parameters over the values in the published tables' },
    ...bisectOption,
    stale: { about: 'measure the image of an earlier build although the last build failed' },
    ...elfOptions,
    ...bareOptions,
    ...flashOptions,
    'traced-iterations': {
      value: 'N',
      about: 'with --trace: limit for samples per traced operation (10,000)',
    },
    trace: { about: 'measure a second time with kernel events, to explain the figures' },
    profile: {
      about:
        'measure a second time and record every instruction, or sample; see cyclescope help profile',
    },
    ...haltOption,
    ...licenceOptions,
    out: { value: 'DIR', about: 'store the run in this folder instead of .cyclescope/runs' },
    wait: waitOption,
    timeout: { value: 'S', about: 'give up when the agent has been silent for S seconds (120)' },
  },
} as const;

/** The named targets, or the one that a project has just been built for. */
async function findTargets(args: Arguments, context: Context): Promise<readonly Target[]> {
  requireTarget(args, spec.name);
  if (args.values.has('project')) {
    return [await targetOfBuilt(args, context, await buildNamed(args, context))];
  }
  const ids = args.values.get('target') ?? [];
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw usage(`--target ${twice} was given twice.`);
  const targets: Target[] = [];
  for (const id of ids) targets.push(await resolveTargetOption(withTarget(args, id), context));
  return targets;
}

/** The same arguments for one of the targets. */
const withTarget = (args: Arguments, id: string): Arguments => ({
  ...args,
  values: new Map([...args.values, ['target', [id]]]),
});

function toExitCode({ record, error }: RunOutcome): ExitCode {
  if (error !== undefined) return toCommandFailure(error).exitCode;
  return record.status === 'complete' ? exitCodes.ok : exitCodes.failed;
}

function printRemarks({ record }: RunOutcome, { report }: Terminal): void {
  for (const note of record.notes) report(visibleLine(`Note: ${note}`));
  const ofPasses = record.passes.flatMap(({ problems }) => problems);
  for (const problem of [...record.problems, ...ofPasses]) report(visibleLine(problem));
  if (record.status !== 'complete') report(`The run is ${record.status}.`);
}

/** Printed however a run ended, so that the overwritten flash can be restored. */
function printBackup({ target, flash }: RunSpec, { report }: Terminal): void {
  const folder = flash?.backup;
  if (folder === undefined || !isBackup(folder)) return;
  report(`The previous content of the flash is saved in ${folder}. Restore it with:`);
  report(
    `  cyclescope restore --target ${quoteForShell(idOfTarget(target))} --backup ${quoteForShell(folder)}`,
  );
}

/** `cyclescope run` */
export const runCommand: Command = {
  spec,
  run: async (args, context) => {
    const { outcomes, failures } = await measureTargets(args, context);
    if (args.flags.has('json')) {
      const runs = outcomes.map(jsonRun);
      const errors = failures.map(jsonFailure);
      const isOne = outcomes.length + failures.length === 1;
      await printJson(context, isOne ? { ...runs[0] } : { runs, errors });
    } else {
      const { columns, out } = context.terminal;
      for (const { folder, record } of outcomes) {
        const title = outcomes.length > 1 ? `${record.target.title}\n` : '';
        await out(`${title}${terminalTable(record, columns)}\nRun stored in ${folder}\n`);
      }
    }
    for (const outcome of outcomes) printRemarks(outcome, context.terminal);
    for (const { message, hint = '' } of failures) {
      context.terminal.report(`${message} ${hint}`.trim());
    }
    const codes = [...outcomes.map(toExitCode), ...failures.map(({ exitCode }) => exitCode)];
    return codes.find((code) => code !== exitCodes.ok) ?? exitCodes.ok;
  },
};

type Failed = ReturnType<typeof toCommandFailure>;

/** The runs that were kept, and why other targets have none. */
interface Measured {
  readonly outcomes: readonly RunOutcome[];
  readonly failures: readonly Failed[];
}

/** Finds the targets and measures on them. */
function measureTargets(args: Arguments, context: Context): Promise<Measured> {
  return keepConnections(async () => measure(args, await findTargets(args, context), context));
}

/** Measures on one of several targets: in a thread of its own, unless this one has the connection to its server. */
function measureApart(target: Target, wanted: RunSpec, context: Context): Promise<RunOutcome> {
  const around = labelContext(target.id, target, context);
  const isConnected = isExternal(target.board?.server);
  return isConnected ? runBenchmarks(wanted, around) : context.runApart(wanted, around);
}

/** Measures on one target in this thread, as a few shards on emulators, and otherwise in a thread for each part. */
async function measure(
  args: Arguments,
  targets: readonly Target[],
  context: Context,
): Promise<Measured> {
  const shards = parseCountOption(args, 'shards', 1) ?? 1;
  const [target, ...others] = targets;
  if (target === undefined) return { outcomes: [], failures: [] };
  if (shards === 1 && others.length === 0) {
    const wanted = await specFromArguments(args, target, context);
    await buildLayouts(wanted, target, args, context);
    const outcome = await runBenchmarks(wanted, toRunContext(target, context)).finally(() =>
      printBackup(wanted, context.terminal),
    );
    return { outcomes: [outcome], failures: [] };
  }
  if (args.values.has('backup')) {
    throw usage('--backup saves the flash of one board: name one target.');
  }
  const parts: { readonly of: Target; readonly spec: RunSpec }[] = [];
  for (const each of targets) {
    // Each run's command repeats that run, and the one of shards all of it.
    const own = shards > 1 ? args : withTarget(args, each.id);
    const wanted = await specFromArguments(own, each, context);
    await buildLayouts(wanted, each, args, context);
    parts.push({ of: each, spec: wanted });
  }
  if (shards > 1) {
    const specs = parts.map((part) => part.spec);
    return { outcomes: [await measureInShards(specs, shards, target, context)], failures: [] };
  }
  const settled = await Promise.allSettled(
    parts.map((part) => measureApart(part.of, part.spec, context)),
  );
  const outcomes = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (outcomes.length === 0) throw reasons[0];
  return { outcomes, failures: reasons.map((reason) => toCommandFailure(reason)) };
}

/** One thread can serve so many on as many processors; another thread would load and compile the same code again. */
const EMULATORS_OF_A_THREAD = 4;

async function measureInShards(
  specs: readonly RunSpec[],
  shards: number,
  target: Target,
  context: Context,
): Promise<RunOutcome> {
  const [first] = specs;
  if (first === undefined) throw usage('--shards needs --target T.');
  if (first.profile || first.layouts !== undefined) {
    throw usage(
      'Shards cannot be combined with --profile or --layouts.',
      'Profile the stored run afterwards: cyclescope profile latest',
    );
  }
  const isShared = specs.length === 1;
  if (isShared && !target.deterministic) {
    throw usage(
      `${target.id} cannot measure ${shards} shards at the same time: only emulated targets can.`,
      'Name as many equal targets, each with --target.',
    );
  }
  if (!isShared && specs.length !== shards) {
    throw usage(`${specs.length} targets measure ${specs.length} shards, not ${shards}.`);
  }
  const values = Array.from({ length: shards }, (_, at) => (specs[at] ?? first).target);
  const run = isShared && shards <= EMULATORS_OF_A_THREAD ? runBenchmarks : context.runApart;
  return runInShards(first, values, toRunContext(target, context), (each, shard) =>
    run(each, labelContext(`shard ${shard + 1}`, target, context)),
  );
}

function jsonRun(outcome: RunOutcome): object {
  const { error } = outcome;
  return runJson(outcome, error === undefined ? undefined : jsonFailure(toCommandFailure(error)));
}

const jsonFailure = ({ code, message, hint }: Failed) => ({ code, message, hint });

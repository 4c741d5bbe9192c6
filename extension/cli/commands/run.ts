import { resolve } from 'node:path';
import { EngineError, quoteForShell, visibleLine } from '../../base';
import {
  runBenchmarks,
  type RunContext,
  type RunOutcome,
  type RunProgress,
  runsFolderOf,
  type RunSpec,
} from '../../engine';
import { formatNumber, formatRate } from '../../measure';
import { jsonOperation, terminalTable } from '../../report';
import { nameAt, summarise } from '../../runs';
import {
  idOfTarget,
  imagesOf,
  isBackup,
  type Target,
  valueOfTarget,
  withRate,
} from '../../targets';
import { buildImages, extrasNamed, findImageOf, namedSources } from '../../toolchain';
import { type Arguments, countOf, optionValueOf, settingsOf } from '../args';
import { agreedLicences, licenceOptions } from '../licences';
import {
  bisectOption,
  type Command,
  commandFailureOf,
  commandLine,
  type ExitCode,
  exitCodes,
  printJson,
} from '../command';
import { type Context, imagePlacesOf, versionOf } from '../context';
import {
  buildNamed,
  optionalTarget,
  projectOptions,
  requireTarget,
  targetOfBuilt,
} from '../project';
import { haltOption, recorderFor } from '../plugin';
import { bareOptions, elfOptions, flashConsent, flashOptions, targetOf } from '../target';
import type { Terminal } from '../terminal';

/** An option of commands that occupy a target. */
export const waitOption = {
  value: 'S',
  about: 'if the target is in use, wait up to S seconds until it is free',
} as const;

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
    target: optionalTarget,
    ...projectOptions,
    bench: { value: 'GLOB', about: 'what to measure: suite/op or suite', repeated: true },
    iterations: { value: 'N', about: 'samples per operation' },
    warmup: { value: 'N', about: 'executions before the first sample' },
    repeat: { value: 'N', about: 'number of repeats, each with a freshly started agent' },
    layouts: {
      value: 'N',
      about: 'build N images that differ in order and alignment alone, and measure all',
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

/** Shows an operation's progress if lines can be rewritten, and otherwise only its end. */
function showProgress(update: RunProgress, { progress }: Terminal): void {
  const { build, repeat, operation, point, samples, requested, rate, isEnd } = update;
  const traced = build === 'traced' ? ' (traced)' : '';
  const again = repeat > 0 ? ` (repeat ${repeat + 1})` : '';
  const speed = rate > 0 ? `, ${Math.round(rate)}/s` : '';
  const count = isEnd ? `${samples} values` : `${samples} of ${requested} samples${speed}`;
  progress(`${nameAt(operation, point)}${traced}${again}: ${count}`, isEnd);
}

/** Not a milestone: images of emulated targets are deployed at once. */
function showDeploy(
  done: number,
  total: number,
  rate: number | undefined,
  { progress }: Terminal,
): void {
  const speed = rate === undefined ? '' : `, ${formatRate(rate)}`;
  progress(`Deploying: ${formatNumber(done)} of ${formatNumber(total)} bytes${speed}`, false);
}

/** The named target, or the one that a project has just been built for. */
async function targetFor(args: Arguments, context: Context): Promise<Target> {
  requireTarget(args, spec.name);
  if (!args.values.has('project')) return targetOf(args, context);
  return targetOfBuilt(args, context, await buildNamed(args, context));
}

/** The run that the arguments ask for. */
export async function specFromArguments(
  args: Arguments,
  target: Target,
  context: Context,
): Promise<RunSpec> {
  const { cwd } = context;
  const out = optionValueOf(args, 'out');
  return {
    target: valueOfTarget(target),
    places: imagePlacesOf(context),
    runsFolder: out === undefined ? runsFolderOf(cwd) : resolve(cwd, out),
    isChosenFolder: out !== undefined,
    patterns: args.values.get('bench') ?? [],
    iterations: countOf(args, 'iterations', 1),
    tracedIterations: countOf(args, 'traced-iterations', 1),
    warmup: countOf(args, 'warmup', 0),
    settings: settingsOf(args, 'set'),
    asPublished: args.flags.has('as-published'),
    repeat: countOf(args, 'repeat', 1),
    layouts: countOf(args, 'layouts', 2),
    stale: args.flags.has('stale'),
    trace: args.flags.has('trace'),
    ...(args.flags.has('profile') && {
      profile: await recorderFor(target, args, context),
    }),
    flash: flashConsent(args, cwd),
    waitSeconds: countOf(args, 'wait', 1),
    silenceSeconds: countOf(args, 'timeout', 1),
    tool: `cyclescope ${await versionOf(context)}`,
    command: commandLine(spec.name, args),
  };
}

/** Builds the images of a run with several layouts, from the sources of the one that it would measure. */
async function buildLayouts(
  { layouts, places }: RunSpec,
  target: Target,
  args: Arguments,
  { cwd, packageFolder, signal, terminal }: Context,
): Promise<void> {
  if (layouts === undefined) return;
  const { manifest, origin } = await findImageOf(target, places, 'headline');
  if (origin === 'file' || target.howToBuild !== undefined) {
    throw new EngineError(
      'refused',
      `${target.title} runs an ELF file of yours, which Cyclescope cannot link in other layouts.`,
      'Omit --layouts, or measure an image that cyclescope build makes.',
    );
  }
  const { extras = [] } = manifest;
  await buildImages({
    target: imagesOf(target),
    sources: await namedSources(manifest, cwd),
    extras,
    agreed: await agreedLicences(args, extrasNamed(extras), terminal),
    builds: ['headline'],
    layouts,
    packageFolder,
    cwd,
    onMessage: (text) => text.trimEnd().split('\n').forEach(terminal.report),
    signal,
  });
}

/** Reports a run in progress on the terminal. */
export function contextOf(target: Target, { signal, terminal }: Context): RunContext {
  return {
    targetOf: () => target,
    signal,
    onMessage: terminal.report,
    onDeploy: withRate((done, total, rate) => showDeploy(done, total, rate, terminal)),
    onProgress: (update) => showProgress(update, terminal),
  };
}

function exitCodeOf({ record, error }: RunOutcome): ExitCode {
  if (error !== undefined) return commandFailureOf(error).exitCode;
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
    const target = await targetFor(args, context);
    const wanted = await specFromArguments(args, target, context);
    await buildLayouts(wanted, target, args, context);
    const outcome = await runBenchmarks(wanted, contextOf(target, context)).finally(() =>
      printBackup(wanted, context.terminal),
    );
    if (args.flags.has('json')) {
      await printRun(outcome, context);
    } else {
      await context.terminal.out(
        `${terminalTable(outcome.record, context.terminal.columns)}\nRun stored in ${outcome.folder}\n`,
      );
    }
    printRemarks(outcome, context.terminal);
    return exitCodeOf(outcome);
  },
};

/** Prints a stored run as JSON: its folder and figures; samples are in its run.json. */
async function printRun({ folder, record, error }: RunOutcome, context: Context) {
  const { id, created, target, status, durationSeconds, sweep, notes, problems } = record;
  const failure = error === undefined ? undefined : commandFailureOf(error);
  await printJson(context, {
    run: id,
    folder,
    created,
    target,
    status,
    durationSeconds,
    ...(sweep && { sweep }),
    operations: summarise(record).map(jsonOperation),
    notes,
    problems: [...problems, ...record.passes.flatMap((pass) => pass.problems)],
    ...(failure && { error: { code: failure.code, message: failure.message, hint: failure.hint } }),
  });
}

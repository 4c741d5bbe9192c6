import { spawn } from 'node:child_process';
import { cp, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { shortUnit, type ClockUnit } from '../../agent';
import { cancellationError, EngineError, shortCommit } from '../../base';
import {
  bisect,
  type BisectResult,
  type BisectStep,
  type Measurement,
  profileReading,
  runBenchmarks,
  type RunOutcome,
  type RunSpec,
  type Worktree,
} from '../../engine';
import { runGit } from '../../host';
import { formatMeanFigure } from '../../measure';
import { compareProfiles, dearestChanges } from '../../profile';
import { buildImages } from '../../toolchain';
import { type Arguments, requiredValue, usage } from '../args';
import { bisectUnjudged, type Command, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { licenceOptions } from '../licences';
import { executionPluginFor, requireRecorder } from '../plugin';
import { elfOptions, flashOptions, targetOf, targetOption } from '../target';
import { imagesToBuild } from './build';
import { contextOf, specFromArguments, waitOption } from '../request';

/** Makes the image of a commit, in the folder where the commit is checked out. */
interface Recipe {
  readonly args: Arguments;
  /** In the user's own folder. */
  readonly context: Context;
  /** Absolute, or relative to the folder. */
  readonly sources: readonly string[];
  readonly command: readonly string[];
}

const agentsIn = (folder: string) => join(folder, '.cyclescope', 'agent');

/** Builds the headline image, or runs the user's command; resolves to why that failed. */
async function build(recipe: Recipe, context: Context): Promise<string | undefined> {
  const { args, sources, command } = recipe;
  const { cwd, signal, packageFolder } = context;
  if (command.length > 0) return runCommand(command, cwd, signal);
  const target = await imagesToBuild(args, context);
  try {
    await buildImages({
      target,
      sources,
      builds: ['headline'],
      packageFolder,
      cwd,
      onMessage: () => undefined,
      signal,
    });
    return undefined;
  } catch (error) {
    const isOfCommit =
      error instanceof EngineError && ['build-failed', 'usage'].includes(error.code);
    if (isOfCommit) return error.message;
    throw error;
  }
}

/** Runs a command without a shell; what it prints goes to standard error. */
function runCommand(
  [program = '', ...args]: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, signal, stdio: ['ignore', 2, 2] });
    child.on('error', (error) => reject(signal.aborted ? cancellationError() : error));
    child.on('close', (code) =>
      done(code === 0 ? undefined : `${program} ended with exit code ${code ?? 'of a signal'}.`),
    );
  });
}

/** A few samples show which functions they go through; to record many takes long. */
const PROFILED_ITERATIONS = 20;

/** Measures what is checked out in a folder. */
async function measure(
  recipe: Recipe,
  folder: string,
  change: Partial<RunSpec> = {},
): Promise<RunOutcome | { readonly skipped: string }> {
  const { args } = recipe;
  const { terminal, ...own } = recipe.context;
  const quiet = { ...terminal, report: () => undefined, progress: () => undefined };
  const context: Context = { ...own, terminal: quiet, cwd: folder };
  const failure = await build(recipe, context);
  if (failure !== undefined) return { skipped: failure };
  try {
    const target = await targetOf(args, context);
    const plain = { ...args, flags: new Set([...args.flags].filter((flag) => flag !== 'profile')) };
    const spec = await specFromArguments(plain, target, context);
    const places = [{ folder: agentsIn(folder), origin: 'built', sources: folder } as const];
    const asked = { ...spec, places, ...change };
    const outcome = await runBenchmarks(asked, contextOf(target, context));
    if (outcome.error instanceof Error) throw outcome.error;
    if (outcome.record.status === 'complete') return outcome;
    return { skipped: `The run is ${outcome.record.status}.` };
  } catch (error) {
    if (error instanceof EngineError && bisectUnjudged.has(error.code)) {
      return { skipped: error.message };
    }
    throw error;
  }
}

/** Formats a figure with its margin and, if there are several, its repeats. */
function figureText(figure: number, margin: number | undefined, repeats: number): string {
  const text = formatMeanFigure({ value: figure, margin });
  return repeats > 1 ? `${text} in ${repeats} repeats` : text;
}

function stepLine(of: BisectStep): string {
  const { step, commit, nearerTo, figure, margin, repeats = 1, skipped, left, seconds } = of;
  const time = `(${seconds.toFixed(1)} s)`;
  const title = `${shortCommit(commit.id)} ${commit.subject}`;
  if (figure === undefined) return `Step ${step}: ${title}: skipped. ${skipped} ${time}`;
  if (step === 0) return `${nearerTo}: ${title}: ${figureText(figure, margin, repeats)} ${time}`;
  const rest = left === 0 ? '' : `, about ${left} more`;
  const measured = figureText(figure, margin, repeats);
  return `Step ${step}: ${title}: ${measured}, closer to ${nearerTo}${rest} ${time}`;
}

/** Names the functions that changed, from profiles of both sides. */
async function changedFunctions(
  recipe: Recipe,
  { before, culprit }: BisectResult,
  { folder, checkOut }: Worktree,
): Promise<string> {
  const { args, context } = recipe;
  if (!args.flags.has('profile')) return '';
  const profile = { plugin: await executionPluginFor(args, context) };
  const profiles = [];
  for (const { id } of [before, culprit]) {
    await checkOut(id);
    const outcome = await measure(recipe, folder, {
      profile,
      iterations: PROFILED_ITERATIONS,
    });
    if ('skipped' in outcome) return '';
    profiles.push((await profileReading(outcome.folder))?.profile);
  }
  const [first, second] = profiles;
  if (!first || !second) return '';
  const [difference] = compareProfiles(first, second, () => true);
  return difference ? dearestChanges(difference, MOST_FUNCTIONS) : '';
}

const MOST_FUNCTIONS = 5;

/** The difference; its margin is the sum of both, an upper bound. */
function changeText([one, other]: BisectResult['figures'], margins: BisectResult['margins']) {
  const known = margins.filter((margin) => margin !== undefined);
  const margin = known.length < 2 ? undefined : known.reduce((sum, each) => sum + each);
  return (other > one ? '+' : '') + formatMeanFigure({ value: other - one, margin });
}

function resultText(result: BisectResult, bench: string, functions: string): string {
  const { culprit, before, figures, margins, repeats, unit, unjudged } = result;
  const [one = '', other = ''] = figures.map((value, at) =>
    figureText(value, margins[at], repeats[at] ?? 1),
  );
  const [name, change] = [shortUnit(unit as ClockUnit), changeText(figures, margins)];
  return [
    `${culprit.id} is the first bad commit`,
    `  ${culprit.subject}`,
    `  ${culprit.author}, ${culprit.date}`,
    `${bench}: ${one} at ${shortCommit(before.id)}, ${other} here: ${change} ${name}`,
    ...(functions === '' ? [] : [`Instructions by function: ${functions}.`]),
    ...(unjudged.length === 0 ? [] : ['It may also be one of these, which cannot be judged:']),
    ...unjudged.map((each) => `  ${shortCommit(each.id)} ${each.subject}`),
    '',
  ].join('\n');
}

/** Sources in the repository are those of each commit; others are the same for all. */
async function sourcesOf(args: Arguments, { cwd, signal }: Context): Promise<readonly string[]> {
  const own = await realpath(cwd);
  const { out } = await runGit(own, ['rev-parse', '--show-toplevel'], signal);
  const top = out.trim();
  return (args.values.get('source') ?? []).map((name) => {
    const path = resolve(own, name);
    const isInside = top !== '' && !relative(top, path).startsWith('..');
    return isInside ? relative(own, path) || '.' : path;
  });
}

async function recipeOf(args: Arguments, context: Context): Promise<Recipe> {
  const command = args.positionals;
  if (command.length > 0 === args.values.has('source')) {
    throw usage(
      'cyclescope bisect needs either --source FILE-OR-DIR or, after --, a build command.',
    );
  }
  return { args, context, sources: await sourcesOf(args, context), command };
}

/** Compiled objects of the user's images are used as well, from a copy. */
async function copyObjects({ args, context, command }: Recipe, folder: string): Promise<void> {
  if (command.length > 0) return;
  const objects = join(await imagesToBuild(args, context), 'headline', 'objects');
  await cp(join(agentsIn(context.cwd), objects), join(agentsIn(folder), objects), {
    recursive: true,
  }).catch(() => undefined);
}

/** `cyclescope bisect` */
export const bisectCommand: Command = {
  spec: {
    name: 'bisect',
    about: 'find the commit that changed an operation',
    details: [
      'Works in a git worktree of its own: your work tree, index and stash stay as they are. Commits',
      'that do not build are skipped. Every other commit counts as good or bad, depending on which end',
      'its figure is closer to. COMMAND builds a commit; it is run in the corresponding folder of the',
      'work tree, and either calls cyclescope build or makes the image that --elf names.',
    ].join('\n'),
    positionals: { name: '[-- COMMAND...]', min: 0, max: Infinity },
    options: {
      good: { value: 'REF', about: 'a commit from before the change', required: true },
      bad: { value: 'REF', about: 'a commit with the change', required: true },
      bench: { value: 'OP', about: 'the operation: suite/op', required: true },
      target: targetOption,
      source: { value: 'FILE-OR-DIR', about: "the benchmark's source", repeated: true },
      iterations: { value: 'N', about: 'samples' },
      warmup: { value: 'N', about: 'executions before the first sample' },
      repeat: { value: 'N', about: 'number of repeats, each with a freshly started agent' },
      set: { value: 'NAME=V', about: "set a benchmark's parameter", repeated: true },
      wait: waitOption,
      timeout: { value: 'S', about: 'give up when the agent has been silent for S seconds (120)' },
      profile: { about: 'profile both sides at the end, and name the functions that changed' },
      ...licenceOptions,
      elf: elfOptions.elf,
      ...flashOptions,
    },
  },
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    const recipe = await recipeOf(args, context);
    requireRecorder(args, await targetOf(args, context));
    let isFirst = true;
    let functions = '';
    const order = {
      folder: cwd,
      good: requiredValue(args, 'good'),
      bad: requiredValue(args, 'bad'),
      signal,
      onStep: (step: BisectStep) => terminal.report(stepLine(step)),
      measure: async (folder: string): Promise<Measurement> => {
        if (isFirst) await copyObjects(recipe, folder);
        isFirst = false;
        return measure(recipe, folder);
      },
    };
    const result = await bisect(order, async (found, worktree) => {
      functions = await changedFunctions(recipe, found, worktree);
    });
    if (args.flags.has('json')) await printJson(context, { ...result, functions });
    else await terminal.out(resultText(result, requiredValue(args, 'bench'), functions));
    return exitCodes.ok;
  },
};

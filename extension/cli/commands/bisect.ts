import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { cancellationError } from '../../base';
import {
  bisectBenchmark,
  bisectStepText,
  bisectText,
  buildCommit,
  type CommitMeter,
  copyObjects,
} from '../../engine';
import { waitForExit, runGit, spawnCommand } from '../../host';
import { keepConnections } from '../../targets';
import { type Arguments, getRequiredValue, usage } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { licenceOptions } from '../licences';
import { findExecutionPlugin, requireRecorder } from '../plugin';
import { elfOptions, flashOptions, resolveTargetOption, targetOption } from '../target';
import { imagesToBuild } from './build';
import { toRunContext, specFromArguments, waitOption } from '../request';

/** Makes the image of a commit, in the folder where the commit is checked out. */
interface Recipe {
  readonly args: Arguments;
  /** In the user's own folder. */
  readonly context: Context;
  /** Absolute, or relative to the folder. */
  readonly sources: readonly string[];
  readonly command: readonly string[];
}

/** Runs a command without a shell; what it prints goes to standard error. */
async function runCommand(
  [program = '', ...args]: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { command, args: words, ...verbatim } = spawnCommand(program, args);
  const child = spawn(command, words, { ...verbatim, cwd, signal, stdio: ['ignore', 2, 2] });
  const code = await waitForExit(child).catch((error: unknown) => {
    throw signal.aborted ? cancellationError() : error;
  });
  return code === 0 ? undefined : `${program} ended with exit code ${code ?? 'of a signal'}.`;
}

/** Builds and measures commits as the arguments ask for. */
function makeMeter(recipe: Recipe): CommitMeter {
  const { args, sources, command } = recipe;
  const { terminal, ...own } = recipe.context;
  const quiet = { ...terminal, report: () => undefined, progress: () => undefined };
  const makeContext = (folder: string): Context => ({ ...own, terminal: quiet, cwd: folder });
  // Without its sources: the image of a commit has them.
  const plain = {
    ...args,
    flags: new Set([...args.flags].filter((flag) => flag !== 'profile')),
    values: new Map([...args.values].filter(([name]) => name !== 'source')),
  };
  const { packageFolder, signal } = own;
  return {
    build: async (folder) => {
      if (command.length > 0) return runCommand(command, folder, signal);
      const target = await imagesToBuild(args, makeContext(folder));
      return buildCommit({ target, sources, packageFolder, signal }, folder);
    },
    prepareRun: async (folder) => {
      const context = makeContext(folder);
      const target = await resolveTargetOption(args, context);
      return {
        spec: await specFromArguments(plain, target, context),
        context: toRunContext(target, context),
      };
    },
  };
}

/** Sources in the repository are those of each commit; others are the same for all. */
async function resolveSources(
  args: Arguments,
  { cwd, signal }: Context,
): Promise<readonly string[]> {
  const own = await realpath(cwd);
  const { out } = await runGit(own, ['rev-parse', '--show-toplevel'], signal);
  const top = out.trim();
  return (args.values.get('source') ?? []).map((name) => {
    const path = resolve(own, name);
    const isInside = top !== '' && !relative(top, path).startsWith('..');
    return isInside ? relative(own, path) || '.' : path;
  });
}

async function parseRecipe(args: Arguments, context: Context): Promise<Recipe> {
  const command = args.positionals;
  if (command.length > 0 === args.values.has('source')) {
    throw usage(
      'cyclescope bisect needs either --source FILE-OR-DIR or, after --, a build command.',
    );
  }
  return { args, context, sources: await resolveSources(args, context), command };
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
    const recipe = await parseRecipe(args, context);
    const result = await keepConnections(async () => {
      const target = await resolveTargetOption(args, context);
      requireRecorder(args, target);
      return bisectBenchmark({
        folder: cwd,
        good: getRequiredValue(args, 'good'),
        bad: getRequiredValue(args, 'bad'),
        signal,
        meter: makeMeter(recipe),
        profile: args.flags.has('profile')
          ? { plugin: await findExecutionPlugin(target, args, context) }
          : undefined,
        onStep: (step) => terminal.report(bisectStepText(step)),
        onFolder: async (folder) => {
          if (recipe.command.length > 0) return;
          await copyObjects(await imagesToBuild(args, context), cwd, folder);
        },
      });
    });
    if (args.flags.has('json')) await printJson(context, result);
    else await terminal.out(bisectText(result, getRequiredValue(args, 'bench')));
    return exitCodes.ok;
  },
};

import { resolve } from 'node:path';
import { EngineError, toTextReporter } from '../base';
import { type RunContext, type RunProgress, getRunsFolder, type RunSpec } from '../engine';
import { formatNumber, formatRate } from '../measure';
import { nameAt } from '../runs';
import { getImagesName, type Target, valueOfTarget, withRate } from '../targets';
import {
  buildImages,
  extrasNamed,
  findTargetImage,
  listImageFolders,
  listNamedSources,
} from '../toolchain';
import { type Arguments, parseCountOption, getOptionValue, parseSettingsOption } from './args';
import { commandLine } from './command';
import { type Context, readPackageVersion } from './context';
import { collectLicences } from './licences';
import { chooseRecorder } from './plugin';
import { flashConsent } from './target';
import type { Terminal } from './terminal';

/** An option of commands that occupy a target. */
export const waitOption = {
  value: 'S',
  about: 'if the target is in use, wait up to S seconds until it is free',
} as const;

/** The run that the arguments ask for. */
export async function specFromArguments(
  args: Arguments,
  target: Target,
  context: Context,
): Promise<RunSpec> {
  const { cwd } = context;
  const out = getOptionValue(args, 'out');
  return {
    target: valueOfTarget(target),
    imageFolders: listImageFolders(context),
    runsFolder: out === undefined ? getRunsFolder(cwd) : resolve(cwd, out),
    isChosenFolder: out !== undefined,
    patterns: args.values.get('bench') ?? [],
    sources: args.values.get('source'),
    iterations: parseCountOption(args, 'iterations', 1),
    tracedIterations: parseCountOption(args, 'traced-iterations', 1),
    warmup: parseCountOption(args, 'warmup', 0),
    settings: parseSettingsOption(args, 'set'),
    asPublished: args.flags.has('as-published'),
    repeat: parseCountOption(args, 'repeat', 1),
    layouts: parseCountOption(args, 'layouts', 2),
    stale: args.flags.has('stale'),
    trace: args.flags.has('trace'),
    ...(args.flags.has('profile') && {
      profile: await chooseRecorder(target, args, context),
    }),
    flash: flashConsent(args, cwd),
    waitSeconds: parseCountOption(args, 'wait', 1),
    silenceSeconds: parseCountOption(args, 'timeout', 1),
    tool: `cyclescope ${await readPackageVersion(context)}`,
    command: commandLine('run', args),
  };
}

/** Builds the images of a run with several layouts, from the sources of the one that it would measure. */
export async function buildLayouts(
  { layouts, imageFolders, sources }: RunSpec,
  target: Target,
  args: Arguments,
  { cwd, packageFolder, signal, terminal }: Context,
): Promise<void> {
  if (layouts === undefined) return;
  const { manifest, origin } = await findTargetImage(target, imageFolders, 'headline');
  if (origin === 'file' || target.howToBuild !== undefined) {
    throw new EngineError(
      'refused',
      `${target.title} runs an ELF file of yours, which Cyclescope cannot link in other layouts.`,
      'Omit --layouts, or measure an image that cyclescope build makes.',
    );
  }
  const { extras = [] } = manifest;
  await buildImages({
    target: getImagesName(target),
    sources: sources ?? (await listNamedSources(manifest, cwd)),
    extras,
    agreed: await collectLicences(args, extrasNamed(extras), terminal),
    builds: ['headline'],
    layouts,
    packageFolder,
    cwd,
    onMessage: toTextReporter(terminal.report),
    signal,
  });
}

/** Reports a run in progress on the terminal. */
export function toRunContext(target: Target, { signal, terminal }: Context): RunContext {
  return {
    resolveTarget: () => target,
    signal,
    onMessage: terminal.report,
    onDeploy: withRate((done, total, rate) => showDeploy(done, total, rate, terminal)),
    onProgress: (update) => showProgress(update, terminal),
  };
}

/** Reports one of several runs in progress, each line with its name. */
export function labelContext(name: string, target: Target, context: Context): RunContext {
  const { terminal } = context;
  return toRunContext(target, {
    ...context,
    terminal: {
      ...terminal,
      report: (text) => terminal.report(`${name}: ${text}`),
      progress: (text, isMilestone) => terminal.progress(`${name}: ${text}`, isMilestone),
    },
  });
}

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

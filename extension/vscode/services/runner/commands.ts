import * as vscode from 'vscode';
import type { Bench } from '../../../agent';
import type { Failure } from '../../../base';
import type { RunSpec } from '../../../engine';
import { formatNumber } from '../../../measure';
import { isBareBoard, valueOfTarget } from '../../../targets';
import {
  type EndedRun,
  failureText,
  pickOne,
  pickSeveral,
  registerCommand,
  chooseRemedy,
  type RunningRun,
  type Services,
  showError,
  showWarning,
  type HomeTarget,
  type Translate,
} from '../../common';
import { commands } from '../../names';
import { readSettings } from '../settings';
import { requireTrust } from '../trust';
import { filterSettings, freshen, isInTheWay, selectOrAll } from './fresh';
import { findBoardGap, findProfileGap } from './gap';
import { askRecorder } from './plugin';

/** Arguments of the commands that measure; lenses pass everything, trees no patterns. */
interface RunArgument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
  readonly patterns?: readonly string[] | undefined;
}

/** The home and target that a command names, or those in use. */
export async function findRunTarget(
  { homes, targets }: Services,
  argument: RunArgument,
): Promise<HomeTarget | undefined> {
  const home = await homes.choose(argument.home);
  if (!home) return undefined;
  await targets.ready(home);
  const { target: id } = argument;
  const target = id === undefined ? targets.active(home) : targets.find(home, id);
  if (target) return { home, target };
  throw new Error(vscode.l10n.t('There is no target "{0}".', id ?? ''));
}

function pickItems(choices: readonly Choice[]) {
  const titles = {
    all: '',
    suite: vscode.l10n.t('suites'),
    operation: vscode.l10n.t('operations'),
  };
  return choices.flatMap((choice, index) => {
    const { kind, label, detail: description } = choice;
    const begins = titles[kind] !== '' && choices[index - 1]?.kind !== kind;
    const separator = { label: titles[kind], kind: vscode.QuickPickItemKind.Separator };
    return [...(begins ? [separator] : []), { label, description, choice }];
  });
}

/** Asks what to measure; undefined if the user cancels or there is nothing to choose. */
async function askPatterns(
  { images }: Services,
  homeTarget: HomeTarget,
): Promise<readonly string[] | undefined> {
  const { home, target } = homeTarget;
  const image = await images.benches(home, target);
  if ('missing' in image) {
    await showRunFailure({ code: 'no-image', message: image.missing }, homeTarget);
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Select what to measure on {0}', target.id);
  const items = pickItems(listChoices(image.benches, vscode.l10n.t));
  const options = { placeHolder, matchOnDescription: true };
  const picked = await pickOne<vscode.QuickPickItem & { choice?: Choice }>(items, options);
  return picked?.choice?.patterns;
}

/** Shows a failure with its recommended action. */
async function showRunFailure(
  failure: Failure,
  { home, target, id: run }: HomeTarget & Partial<Pick<RunningRun, 'id'>>,
): Promise<void> {
  const remedy = chooseRemedy(failure, { home: home.id, target: target.id, run }, vscode.l10n.t);
  const chosen = await showError(failureText(failure), remedy.title);
  if (chosen === remedy.title) {
    await vscode.commands.executeCommand(remedy.command, ...remedy.arguments);
  }
}

/** Reports what the figures alone do not show. */
export async function showEnd(
  { screens }: Pick<Services, 'screens'>,
  running: RunningRun,
  end: EndedRun,
): Promise<void> {
  const { failure, result, run } = end;
  if (failure) return showRunFailure(failure, running);
  if (!run || !result || result.status === 'complete' || end.wasCancelled) return;
  const open = vscode.l10n.t('Open Results');
  const [problem] = result.problems;
  const text =
    problem ?? vscode.l10n.t('Some figures of {0} are missing or inconclusive.', running.target.id);
  if ((await showWarning(text, open)) === open) await screens.openResults(run);
}

/** The records that a run makes in addition to its figures. */
type Recorded = 'nothing' | 'events' | 'instructions';

async function measure(services: Services, argument: RunArgument = {}, recorded: Recorded) {
  if (!(await requireTrust(vscode.l10n.t('Benchmarks cannot be run now.')))) return;
  const homeTarget = await findRunTarget(services, argument);
  if (!homeTarget) return;
  const { home, target } = homeTarget;
  if (recorded !== 'instructions' && target.board && isBareBoard(target.board)) {
    // Its image follows from its chip, which may have to be asked for.
    const trace = recorded === 'events';
    const chip = { ...argument, home: home.id, target: target.id, trace };
    await vscode.commands.executeCommand(commands.benchmarkConnected, chip);
    return;
  }
  const isProfiled = recorded === 'instructions';
  const gap =
    findBoardGap(homeTarget.target) ??
    (isProfiled ? findProfileGap(homeTarget.target, vscode.l10n.t) : undefined);
  if (gap) return showRunFailure(gap, homeTarget);
  const isPlain = argument.patterns === undefined && argument.target === undefined;
  const patterns = isPlain ? await askPatterns(services, homeTarget) : (argument.patterns ?? []);
  if (!patterns) return;
  if (isInTheWay(await freshen(services, homeTarget, patterns))) return;
  const profile = isProfiled ? await askRecorder(services, homeTarget) : undefined;
  if (isProfiled && !profile) return;
  const choice = { patterns, trace: recorded === 'events', profile };
  const spec = await specWithSettings(services, homeTarget, choice);
  const running = services.runner.start(homeTarget, spec);
  // A lens shows the progress of its run; otherwise open the results.
  if (argument.patterns === undefined) await services.screens.openRunning(running);
  const end = await running.end;
  if (isProfiled) await showProfile(end, argument.patterns);
  await showEnd(services, running, end);
}

/** Shows the flame graph of the operation that was asked for, or of the first one. */
export async function showProfile({ run, failure }: EndedRun, patterns: readonly string[] = []) {
  const [operation] = patterns;
  if (run && !failure)
    await vscode.commands.executeCommand(commands.showProfile, { ...run, operation });
}

/** The time to wait for a target that is in use; the user can stop it sooner. */
export const WAIT_SECONDS = 24 * 3600;

/** Changes of a run that was refused, to which a user can agree, by the code of the failure. */
const CONSENTS = new Map<string | undefined, (spec: RunSpec) => RunSpec>([
  ['busy', (spec) => ({ ...spec, waitSeconds: WAIT_SECONDS })],
  ['halt-not-allowed', (spec) => ({ ...spec, profile: { ...spec.profile, allowHalt: true } })],
]);

/** Starts runs again that were refused, with what the user has agreed to, such as waiting for the target. */
export function newConsents(services: Pick<Services, 'runner' | 'screens'>) {
  const refused = new Map<number, { running: RunningRun; agreed: (spec: RunSpec) => RunSpec }>();
  const listening = services.runner.onDidEnd(({ running, end }) => {
    const agreed = CONSENTS.get(end.failure?.code);
    if (agreed) refused.set(running.id, { running, agreed });
  });
  const runAsAgreed = async (id: number) => {
    const found = refused.get(id);
    if (!found) throw new Error(vscode.l10n.t('That run is no longer known. Start it again.'));
    refused.delete(id);
    const { running: again, agreed } = found;
    const spec = agreed(again.spec);
    const { against } = again;
    const opponent = against && { ...against, spec: agreed(against.spec) };
    const running = services.runner.start(again, spec, opponent);
    await services.screens.openRunning(running);
    const end = await running.end;
    if (spec.profile) await showProfile(end, spec.patterns);
    await showEnd(services, running, end);
  };
  return { runAsAgreed, listening };
}

async function stop({ runner }: Services): Promise<void> {
  const [first, ...others] = runner.running();
  if (!first) return;
  if (others.length === 0) return first.cancel();
  const items = runner.running().map((running) => {
    const { target, spec } = running;
    const description = spec.patterns.join(' ') || vscode.l10n.t('All benchmarks');
    return { label: target.id, description, detail: running.phase, running };
  });
  const placeHolder = vscode.l10n.t('Select the runs to stop');
  const picked = await pickSeveral(items, { placeHolder });
  picked?.forEach(({ running }) => running.cancel());
}

/** Registers the commands that start and stop runs. */
export function registerRunCommands(services: Services): vscode.Disposable {
  const { runAsAgreed, listening } = newConsents(services);
  return vscode.Disposable.from(
    listening,
    registerCommand(services, commands.runAsAgreed, runAsAgreed),
    registerCommand(services, commands.run, (argument?: RunArgument) =>
      measure(services, argument, 'nothing'),
    ),
    registerCommand(services, commands.runTraced, (argument?: RunArgument) =>
      measure(services, argument, 'events'),
    ),
    registerCommand(services, commands.runProfiled, (argument?: RunArgument) =>
      measure(services, argument, 'instructions'),
    ),
    registerCommand(services, commands.stopRun, () => stop(services)),
  );
}

/** Something to measure with one pattern, or everything. */
interface Choice {
  readonly kind: 'all' | 'suite' | 'operation';
  readonly label: string;
  readonly detail: string;
  readonly patterns: readonly string[];
}

/** Everything, then the suites, then the operations, in the image's order. */
export function listChoices(benches: readonly Bench[], t: Translate): readonly Choice[] {
  const suites = [...new Set(benches.map(({ suite }) => suite))];
  return [
    {
      kind: 'all',
      label: t('All benchmarks'),
      detail: t('{0} operations', formatNumber(benches.length)),
      patterns: [],
    },
    ...suites.map((suite): Choice => {
      const ops = benches.filter((bench) => bench.suite === suite).map(({ op }) => op);
      return { kind: 'suite', label: suite, detail: ops.join(', '), patterns: [suite] };
    }),
    ...benches.map(({ suite, op, about }): Choice => {
      const name = `${suite}/${op}`;
      return { kind: 'operation', label: name, detail: about, patterns: [name] };
    }),
  ];
}

/** The part of a spec chosen by the user; the target determines the rest. */
export type RunChoice = Omit<RunSpec, 'target' | 'imageFolders' | 'runsFolder' | 'tool'>;

type SpecMeans = Pick<Services, 'context' | 'images'>;

/** The name and version of the tool that writes a file. */
export function formatToolVersion({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { readonly version: string };
  return `cyclescope ${version}`;
}

/** The spec of a run that is kept in a home. */
export function buildRunSpec(
  { context, images }: SpecMeans,
  { home, target }: HomeTarget,
  choice: RunChoice,
): RunSpec {
  return {
    ...choice,
    target: valueOfTarget(target),
    imageFolders: images.folders(home),
    runsFolder: home.runsFolder,
    tool: formatToolVersion(context),
  };
}

/** A spec with all settings of its home. */
export async function specWithSettings(
  means: SpecMeans,
  homeTarget: HomeTarget,
  choice: Pick<RunChoice, 'patterns' | 'sources' | 'trace' | 'profile' | 'asPublished' | 'gate'>,
): Promise<RunSpec> {
  const { iterations, repeat, parameters } = readSettings(homeTarget.home);
  const image = await means.images.benches(homeTarget.home, homeTarget.target);
  const selected = 'benches' in image ? selectOrAll(image.benches, choice.patterns) : [];
  return buildRunSpec(means, homeTarget, {
    ...choice,
    iterations: iterations ?? undefined,
    repeat: repeat ?? undefined,
    settings: filterSettings(parameters, selected),
  });
}

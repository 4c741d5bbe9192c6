import * as vscode from 'vscode';
import { benchName } from '../../../engine';
import { unitSentence } from '../../../report';
import {
  includesItem,
  failureText,
  itemId,
  itemName,
  type RunningRun,
  type Services,
  type HomeTarget,
  showFailure,
} from '../../common';
import {
  askRecorder,
  freshen,
  isInTheWay,
  showProfile,
  specWithSettings,
} from '../../services/runner';
import { readSettings } from '../../services/settings';
import { addCoverage, type CoverageMeans } from './coverage';
import { liveDescription } from './describe';
import { appendLines, reportResult, reportTrouble } from './report';
import { toItemResults, runLines } from './results';
import { listItemNames, type Selection, listSelections } from './selection';
import type { TestTree } from './tree';

/** The context of one run of the Testing view. */
interface Scene extends RunKind {
  readonly services: Services & CoverageMeans;
  readonly tree: TestTree;
  readonly run: vscode.TestRun;
}

/** A profile of the Testing view: what it adds to a plain measurement. */
export interface RunKind {
  readonly trace?: boolean;
  /** Records every instruction and shows where they go. */
  readonly profile?: boolean;
  /** Use the parameter values of the documents' tables. */
  readonly asPublished?: boolean;
}

/** One target's part of it. */
interface Part extends HomeTarget {
  readonly selection: Selection;
}

/** *Run All* would occupy every connected board; VS Code cannot restrict it to other tests. */
function refuseAll(run: vscode.TestRun): void {
  appendLines(run, [
    vscode.l10n.t('Nothing was measured, because running all tests would occupy every target.'),
    vscode.l10n.t('To measure everything on one target, click the triangle next to its name.'),
  ]);
}

function listTargets(tree: TestTree, items: readonly vscode.TestItem[]): readonly HomeTarget[] {
  const homeTargets = items.flatMap((item) => tree.findTarget(item) ?? []);
  const toTargetId = ({ home, target }: HomeTarget) => itemId({ home: home.id, target: target.id });
  return [
    ...new Map(homeTargets.map((homeTarget) => [toTargetId(homeTarget), homeTarget])).values(),
  ];
}

/** Reports a target without an image, on which nothing can be measured. */
function reportMissing({ tree, run }: Scene, homeTarget: HomeTarget, message: string): void {
  const ids = { home: homeTarget.home.id, target: homeTarget.target.id };
  const item = tree.find(itemId(ids));
  if (item) reportTrouble(run, item, { code: 'no-image', message }, ids);
}

async function collectParts(
  scene: Scene,
  { include = [], exclude = [] }: vscode.TestRunRequest,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  const findPart = async (homeTarget: HomeTarget): Promise<Part | undefined> => {
    const known = await scene.tree.showTarget(homeTarget);
    if (known.missing !== undefined) reportMissing(scene, homeTarget, known.missing);
    const [selection] = listSelections([known], listItemNames(include), listItemNames(exclude));
    return selection && { ...homeTarget, selection };
  };
  for (const homeTarget of listTargets(scene.tree, include)) {
    const part = await findPart(homeTarget);
    if (!part || !(await freshenPart(scene, part, include))) continue;
    // A new image may contain other benchmarks.
    const now = await findPart(homeTarget);
    if (now) parts.push(now);
  }
  return parts;
}

/** Builds an outdated image before it is measured; returns whether to continue. */
async function freshenPart(
  { services, run }: Scene,
  { home, target, selection }: Part,
  include: readonly vscode.TestItem[],
): Promise<boolean> {
  const end = await freshen(services, { home, target }, selection.patterns);
  if (end?.kind === 'built') {
    appendLines(run, [
      vscode.l10n.t('The image for {0} was outdated and has been rebuilt.', target.id),
    ]);
  }
  if (end?.kind === 'impossible') appendLines(run, [failureText(end.failure)]);
  if (!isInTheWay(end)) return true;
  const ids = { home: home.id, target: target.id };
  for (const item of include.filter(({ id }) => includesItem(ids, itemName(id)))) {
    if (end.kind === 'failed') reportTrouble(run, item, end.failure, ids);
    else run.skipped(item);
  }
  return false;
}

function locateItem({ tree }: Scene, { home, target }: Selection, operation: string) {
  const [suite, op] = operation.split('/');
  const id = itemId({ home, target, suite, op });
  return { id, item: tree.find(id) };
}

/** Shows progress: each operation's after its name, the run's after the target's name. */
function showLive(scene: Scene, { selection }: Part, running: RunningRun): void {
  const { tree, run } = scene;
  const { home, target } = selection;
  const started = new Set<string>();
  const listening = vscode.Disposable.from(
    running.onDidUpdate((progress) => {
      const { id, item } = locateItem(scene, selection, progress.operation);
      if (!item) return;
      if (!started.has(id)) run.started(item);
      started.add(id);
      if (!progress.isEnd) tree.describe(id, liveDescription(progress), running.startedAt);
    }),
    running.onDidChangePhase((phase) => {
      const item = tree.find(itemId({ home, target }));
      if (item) item.description = phase;
    }),
    running.onDidReceiveMessage((text) => appendLines(run, [text])),
  );
  void running.end.then(() => listening.dispose());
}

async function start(scene: Scene, part: Part): Promise<RunningRun> {
  const { services, trace = false, asPublished, run } = scene;
  const { patterns } = part.selection;
  const gate = readSettings(part.home).gate || undefined;
  const profile = scene.profile ? await askRecorder(services, part) : undefined;
  if (scene.profile && !profile) throw new vscode.CancellationError();
  const choice = { patterns, trace, profile, asPublished, gate };
  const running = services.runner.start(part, await specWithSettings(services, part, choice));
  const cancel = run.token.onCancellationRequested(running.cancel);
  void running.end.then(() => cancel.dispose());
  if (run.token.isCancellationRequested) running.cancel();
  return running;
}

/** Measures one target's part and reports each of its operations. */
async function measurePart(scene: Scene, part: Part): Promise<void> {
  const { tree, run } = scene;
  const { home, target, selection } = part;
  for (const bench of selection.benches) {
    const { item } = locateItem(scene, selection, benchName(bench));
    if (item) run.enqueued(item);
  }
  appendLines(run, [vscode.l10n.t('On {0}, {1}:', target.id, target.title)]);
  const running = await start(scene, part);
  showLive(scene, part, running);
  const end = await running.end;
  const origin = { home: home.id, target: target.id, run: running.id };
  for (const result of toItemResults(selection.benches, end)) {
    const { id, item } = locateItem(scene, selection, result.operation);
    tree.describe(id, result.description, running.startedAt);
    if (item) reportResult(run, item, result, { failure: end.failure, origin });
  }
  const [first] = end.result?.rows ?? [];
  appendLines(run, [...(first ? [unitSentence(first.clock)] : []), ...runLines(end)]);
  if (scene.profile && end.run) {
    await addCoverage(scene.services, run, home, end.run);
    await showProfile(end, selection.benches.map(benchName));
  }
  await tree.refresh(home);
}

/** Executes a run request of the Testing view. */
export async function runRequest(
  controller: vscode.TestController,
  how: Omit<Scene, 'run'>,
  request: vscode.TestRunRequest,
): Promise<void> {
  const run = controller.createTestRun(request);
  const scene = { ...how, run };
  try {
    if (!request.include) return refuseAll(run);
    const parts = await collectParts(scene, request);
    const settled = await Promise.allSettled(parts.map((part) => measurePart(scene, part)));
    const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    await Promise.all(reasons.map((reason) => showFailure(how.services, reason)));
  } catch (error) {
    await showFailure(how.services, error);
  } finally {
    run.end();
  }
}

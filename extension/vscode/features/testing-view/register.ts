import * as vscode from 'vscode';
import type { Home, Services } from '../../common';
import { testController } from '../../names';
import { registerTestCommands } from './commands';
import { configureRuns } from './configure';
import { runnableTag } from './items';
import { runRequest } from './run';
import { newTestTree, type TestingServices, type TestTree } from './tree';

function addProfile(
  controller: vscode.TestController,
  services: Services,
  tree: TestTree,
  profiled: { readonly label: string; readonly trace: boolean; readonly asPublished: boolean },
): void {
  const { label, trace, asPublished } = profiled;
  const run = (request: vscode.TestRunRequest) =>
    runRequest(controller, { services, tree, trace, asPublished }, request);
  const kind = vscode.TestRunProfileKind.Run;
  const profile = controller.createRunProfile(
    label,
    kind,
    run,
    !trace && !asPublished,
    runnableTag,
  );
  profile.configureHandler = () => void configureRuns(services);
}

/** Shows the targets' benchmarks in the Testing view, to be measured by a click. */
export function registerTesting(services: TestingServices): vscode.Disposable {
  const { homes, targets, images, figures, inspections, log } = services;
  const controller = vscode.tests.createTestController(testController, 'Cyclescope');
  const tree = newTestTree(controller, services);
  const logError = (error: unknown) => log.error(error instanceof Error ? error : String(error));
  const refresh = (home?: Home) => void tree.refresh(home).catch(logError);

  controller.resolveHandler = (item) => tree.resolve(item).catch(logError);
  controller.refreshHandler = () => tree.refresh().catch(logError);
  const profiles = [
    { label: vscode.l10n.t('Benchmark'), trace: false, asPublished: false },
    { label: vscode.l10n.t('Benchmark with trace'), trace: true, asPublished: false },
    { label: vscode.l10n.t('Sweep as in the published tables'), trace: false, asPublished: true },
  ];
  for (const profile of profiles) addProfile(controller, services, tree, profile);
  refresh();
  return vscode.Disposable.from(
    controller,
    registerTestCommands(services, tree),
    homes.onDidChange(() => refresh()),
    targets.onDidChange(refresh),
    images.onDidChange(refresh),
    inspections.onDidChange(refresh),
    figures.onDidChange((home) => void tree.refreshFigures(home).catch(logError)),
  );
}

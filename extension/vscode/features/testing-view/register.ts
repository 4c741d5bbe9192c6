import * as vscode from 'vscode';
import type { Home, Services } from '../../common';
import { testController } from '../../names';
import { registerTestCommands } from './commands';
import { configureRuns } from './configure';
import { runnableTag } from './items';
import { type RunKind, runRequest } from './run';
import { newTestTree, type TestingServices, type TestTree } from './tree';

function addProfile(
  controller: vscode.TestController,
  services: Services,
  tree: TestTree,
  { label, ...how }: { readonly label: string } & RunKind,
): void {
  const run = (request: vscode.TestRunRequest) =>
    runRequest(controller, { services, tree, ...how }, request);
  const kind = vscode.TestRunProfileKind.Run;
  const profile = controller.createRunProfile(
    label,
    kind,
    run,
    Object.keys(how).length === 0,
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
    { label: vscode.l10n.t('Benchmark') },
    { label: vscode.l10n.t('Benchmark with trace'), trace: true },
    { label: vscode.l10n.t('Profile'), profile: true },
    { label: vscode.l10n.t('Sweep as in the published tables'), asPublished: true },
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

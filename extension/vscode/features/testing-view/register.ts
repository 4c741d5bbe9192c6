import * as vscode from 'vscode';
import { type Home, itemId } from '../../common';
import { testController } from '../../names';
import { registerTestCommands } from './commands';
import { configureRuns } from './configure';
import { newControllers } from './controllers';
import { loadCoverage } from './coverage';
import { runnableTag } from './items';
import { type RunKind, runRequest } from './run';
import { newTestTree, type TestingServices, type TestTree } from './tree';

interface ProfileKind extends RunKind {
  readonly label: string;
  /** The kind of the run profile; *Run* by default. */
  readonly kind?: keyof typeof vscode.TestRunProfileKind;
}

function addProfile(
  controller: vscode.TestController,
  services: TestingServices,
  tree: TestTree,
  home: Home,
  { label, kind = 'Run', ...how }: ProfileKind,
): void {
  const run = (request: vscode.TestRunRequest) =>
    runRequest(controller, { services, tree, ...how }, request);
  const isDefault = kind === 'Coverage' || Object.keys(how).length === 0;
  const group = vscode.TestRunProfileKind[kind];
  const profile = controller.createRunProfile(label, group, run, isDefault, runnableTag);
  profile.loadDetailedCoverage = loadCoverage;
  profile.configureHandler = () => void configureRuns(services, home);
}

/** Shows the targets' benchmarks in the Testing view, to be measured by a click. */
export function registerTesting(services: TestingServices): vscode.Disposable {
  const { homes, targets, images, figures, inspections, log } = services;
  const logError = (error: unknown) => log.error(error instanceof Error ? error : String(error));
  const profiles: readonly ProfileKind[] = [
    { label: vscode.l10n.t('Benchmark') },
    { label: vscode.l10n.t('Benchmark with trace'), trace: true },
    { label: vscode.l10n.t('Profile'), profile: true },
    { label: vscode.l10n.t('Profile'), kind: 'Coverage', profile: true },
    { label: vscode.l10n.t('Sweep as in the published tables'), asPublished: true },
  ];
  const controllers = newControllers((home, label) => {
    const controller = vscode.tests.createTestController(
      `${testController}.${itemId({ home: home.id })}`,
      label,
    );
    controller.resolveHandler = (item) => tree.resolve(home, item).catch(logError);
    controller.refreshHandler = () => tree.refresh(home).catch(logError);
    for (const profile of profiles) addProfile(controller, services, tree, home, profile);
    return controller;
  });
  const tree = newTestTree(controllers, services);
  const refresh = (home?: Home) => void tree.refresh(home).catch(logError);
  refresh();
  return vscode.Disposable.from(
    controllers,
    registerTestCommands(services, tree),
    homes.onDidChange(() => refresh()),
    targets.onDidChange(refresh),
    images.onDidChange(refresh),
    inspections.onDidChange(refresh),
    figures.onDidChange((home) => void tree.refreshFigures(home).catch(logError)),
  );
}

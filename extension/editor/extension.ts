import * as vscode from 'vscode';
import { newBackups } from './boards/backups';
import { registerBoardCommands } from './boards/commands';
import { registerRestoreCommand } from './boards/restore';
import { registerCheckCommand } from './commands/check';
import { registerHelpCommands } from './commands/help';
import { registerKernelCommand } from './commands/kernel';
import { registerOpenCommands } from './commands/open';
import { registerKeepingCommands } from './commands/runs';
import { registerSlowSampleCommand } from './commands/slow-sample';
import { registerTargetCommands } from './commands/target';
import { registerCompare } from './compare';
import { followDebugSessions, registerDebug } from './debug';
import { registerDiagnostics } from './diagnostics';
import { registerExchange } from './exchange';
import { newFigures } from './figures';
import { newHomes } from './homes';
import { newImages } from './images';
import { registerLenses } from './lenses';
import { newFiguresWorker, registerResults } from './panels';
import { newProjects } from './projects';
import { newRunner, registerRunCommands } from './runner';
import { newRuns } from './runs';
import { registerContextKeys } from './runs/context';
import type { Screens, Services } from './services';
import { registerSource } from './source';
import { registerStatus } from './status';
import { newTargets } from './targets';
import { newBoards } from './targets/boards';
import { newInspections } from './targets/inspections';
import { registerTesting } from './test-explorer';
import { registerTimeline } from './timeline';
import { registerRunsView } from './tree/runs';
import { registerTargetsView } from './tree/targets';

/** Called by VS Code when one of the activation events in package.json has happened. */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions } = context;
  const log = vscode.window.createOutputChannel('Cyclescope', { log: true });
  const homes = newHomes(context);
  const boards = newBoards({ context, homes, log });
  const targets = newTargets(context, homes, boards);
  const figuresWorker = newFiguresWorker(context);
  const runs = newRuns(context, homes, (folder) => figuresWorker.call('head', { folder }));
  const figures = newFigures(runs, (folder) => figuresWorker.call('rows', { folder }));
  const projects = newProjects({ context, log, homes, targets, boards });
  const images = newImages({ context, log, homes, targets, projects });
  const sessions = followDebugSessions({ log });
  const runner = newRunner({ context, log, images, sessions });
  const timeline = registerTimeline({ context, homes, log, runs });
  const results = registerResults({
    ...{ context, log, homes, targets, images, runs, runner, timeline },
    figures: figuresWorker,
  });
  const compare = registerCompare({ context, log, homes, runs, figures: figuresWorker });
  const screens: Screens = { ...timeline, ...results, ...compare };
  const services: Services = {
    ...{ context, log, homes, targets, images, runs, figures, runner, screens },
  };
  const inspections = newInspections(services);
  const backups = newBackups(services);
  const runsView = registerRunsView(services);

  // A run that was kept is there before the file system tells.
  runner.onDidEnd(({ running }) => runs.refresh(running.order.home), undefined, subscriptions);
  subscriptions.push(
    log,
    projects,
    timeline,
    figuresWorker,
    results,
    compare,
    registerExchange({ ...services, runs, figures: figuresWorker }),
    registerContextKeys(services),
    registerTargetsView(services, inspections, boards, backups),
    runsView,
    registerStatus(services),
    registerSource(services),
    registerLenses(services),
    sessions,
    registerDebug(services, sessions),
    registerTesting(services),
    registerRunCommands(services),
    registerKeepingCommands({ ...services, selection: runsView.selection }),
    registerOpenCommands(services),
    registerSlowSampleCommand(services),
    registerTargetCommands({ ...services, inspections }),
    registerBoardCommands({ ...services, boards }),
    registerRestoreCommand({ ...services, backups, sessions }),
    registerCheckCommand({ ...services, inspections }),
    registerKernelCommand({ ...services, inspections }),
    registerHelpCommands({ ...services, runs, inspections }),
    registerDiagnostics({ ...services, inspections }),
  );
  log.info(`Cyclescope ${String(context.extension.packageJSON.version)} is active.`);
}

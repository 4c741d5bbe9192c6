import * as vscode from 'vscode';
import type { Screens, Services } from './common';
import { registerAgentTools } from './features/agent-tools';
import {
  newBackups,
  registerBoardCommands,
  registerBenchmarkCommand,
  registerChipCommand,
  registerRestoreCommand,
  registerSampleCommand,
} from './features/boards';
import {
  registerCheckCommand,
  registerHelpCommands,
  registerKeepingCommands,
  registerKernelCommand,
  registerTargetCommands,
} from './features/commands';
import { registerCompare, registerInterleave } from './features/compare';
import { registerDebug } from './features/debug';
import { registerDiagnostics } from './features/diagnostics';
import { registerExchange } from './features/exchange';
import { registerHistory } from './features/history';
import { registerLenses } from './features/lenses';
import { registerMatrix } from './features/matrix';
import { registerProfile } from './features/profile';
import { newProjects } from './features/projects';
import { registerResults } from './features/results';
import { registerRunsView, registerTargetsView } from './features/sidebar';
import { registerStatus } from './features/status';
import { registerTesting } from './features/testing-view';
import { registerTimeline } from './features/timeline';
import type { ViewName } from './features/views';
import { followDebugSessions } from './services/debug-sessions';
import { newFigures, newFiguresWorker } from './services/figures';
import { newHomes } from './services/homes';
import { newImages } from './services/images';
import { newRunner, registerRunCommands } from './services/runner';
import { newRuns, registerContextKeys } from './services/runs';
import { registerSource } from './services/source';
import { newBoards, newInspections, newTargets } from './services/targets';

/** Called by VS Code on one of the activation events in package.json. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Cyclescope', { log: true });
  const homes = newHomes(context);
  const boards = newBoards({ context, homes, log });
  const targets = newTargets(context, homes, boards);
  const figuresWorker = newFiguresWorker(context);
  const runs = newRuns(context, homes, {
    readHeads: (records) => figuresWorker.call('heads', { records }),
    keepAbandoned: (runsFolder) => figuresWorker.call('keepAbandoned', { runsFolder }),
  });
  const figures = newFigures(runs, figuresWorker.call);
  const projects = newProjects({ context, log, homes, targets, boards });
  const images = newImages({ context, log, homes, targets, projects });
  const sessions = followDebugSessions({ log });
  const runner = newRunner({ context, log, sessions, runs });
  const timeline = registerTimeline({ context, homes, log, runs });
  const parts = { context, log, homes, targets, images, runs, runner };
  const results = registerResults({ ...parts, timeline, figures: figuresWorker });
  const compare = registerCompare({ context, log, homes, runs, figures: figuresWorker });
  const screens: Screens = { ...timeline, ...results, ...compare };
  const services: Services = { ...parts, figures, screens };
  const inspections = newInspections(services);
  const backups = newBackups(services);
  const runsView = registerRunsView(services);
  // Each view of `features/views.ts`: the type requires all of them.
  const views: Record<ViewName, vscode.Disposable> = {
    targets: registerTargetsView(services, inspections, boards, backups),
    runs: runsView,
    results,
    compare,
    profile: registerProfile({ ...parts, figures: figuresWorker }),
    history: registerHistory({ ...parts, screens, figures: figuresWorker }),
    matrix: registerMatrix(services),
    timeline,
  };

  // A kept run exists before the file system reports it.
  runner.onDidEnd(({ running }) => runs.refresh(running.home), undefined, context.subscriptions);
  context.subscriptions.push(
    log,
    projects,
    figuresWorker,
    ...Object.values(views),
    registerExchange({ ...services, runs, figures: figuresWorker }),
    registerContextKeys(services),
    registerStatus(services),
    registerSource(services),
    registerLenses(services),
    sessions,
    registerDebug(services, sessions),
    registerAgentTools(services),
    registerTesting({ ...services, inspections, figuresWorker }),
    registerRunCommands(services),
    registerInterleave(services),
    registerKeepingCommands({ ...services, selection: runsView.selection }),
    ...registerTargets({ ...services, backups, boards, inspections, sessions }),
    registerHelpCommands({ ...services, runs, inspections }),
    registerDiagnostics({ ...services, inspections }),
  );
  log.info(`Cyclescope ${String(context.extension.packageJSON.version)} is active.`);
}

interface TargetServices extends Services {
  readonly backups: ReturnType<typeof newBackups>;
  readonly boards: ReturnType<typeof newBoards>;
  readonly inspections: ReturnType<typeof newInspections>;
  readonly sessions: ReturnType<typeof followDebugSessions>;
}

/** Registers the commands of targets. */
function registerTargets(services: TargetServices): readonly vscode.Disposable[] {
  return [
    registerTargetCommands(services),
    registerBoardCommands(services),
    registerBenchmarkCommand(services),
    registerChipCommand(services),
    registerRestoreCommand(services),
    registerSampleCommand(services),
    registerCheckCommand(services),
    registerKernelCommand(services),
  ];
}

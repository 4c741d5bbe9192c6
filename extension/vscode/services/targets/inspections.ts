import * as vscode from 'vscode';
import type { TargetReport } from '../../../engine';
import { valueOfTarget } from '../../../targets';
import type { SystemCalls } from '../../../workers';
import { type Home, type Services, startWorker } from '../../common';
import { programEnvironment } from '../settings';

/** What was found on this computer, for each home: its settings say where to look. */
export interface Inspections {
  readonly onDidChange: vscode.Event<Home>;
  /** What is known by now; looks for it when nothing is. Without trust nothing is ever known. */
  readonly known: (home: Home) => ReadonlyMap<string, TargetReport> | undefined;
  /** Looks anew. Starts programs to ask for their versions, so it needs trust. */
  readonly inspect: (home: Home) => Promise<readonly TargetReport[]>;
  /** Everything is looked for anew. */
  readonly forget: () => void;
}

type Needed = Pick<Services, 'context' | 'targets' | 'images' | 'log'>;

/** Looks for everything that a home's targets need, in a worker of its own. */
async function inspectHome(
  { context, targets, images }: Needed,
  home: Home,
): Promise<readonly TargetReport[]> {
  const worker = startWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  try {
    return await worker.client.call('inspect', {
      targets: targets.list(home).map(valueOfTarget),
      places: images.places(home),
      packageFolder: context.extensionUri.fsPath,
    });
  } finally {
    await worker.end();
  }
}

/** Keeps what was found until something changes that it depends on. */
export function newInspections(services: Needed): Inspections {
  const { context, targets, images, log } = services;
  const changed = new vscode.EventEmitter<Home>();
  const reports = new Map<string, ReadonlyMap<string, TargetReport>>();
  /** The newest look at each home that nothing has made stale. */
  const asked = new Map<string, symbol>();

  const inspect = async (home: Home) => {
    const look = Symbol(home.id);
    asked.set(home.id, look);
    const found = await inspectHome(services, home);
    // An earlier look may end after a later one, and would hide what was found since.
    if (asked.get(home.id) !== look) return found;
    reports.set(home.id, new Map(found.map((report) => [report.target, report])));
    changed.fire(home);
    return found;
  };
  const forgetHome = (home: Home) => {
    asked.delete(home.id);
    changed.fire(home);
  };
  context.subscriptions.push(
    changed,
    targets.onDidChange(forgetHome),
    images.onDidChange(forgetHome),
  );
  return {
    onDidChange: changed.event,
    known: (home) => {
      if (vscode.workspace.isTrusted && !asked.has(home.id)) {
        inspect(home).catch((error: unknown) => log.error('The check failed.', error));
      }
      return reports.get(home.id);
    },
    inspect,
    forget: () => {
      asked.clear();
      reports.clear();
    },
  };
}

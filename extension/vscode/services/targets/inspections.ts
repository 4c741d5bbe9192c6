import * as vscode from 'vscode';
import type { TargetReport } from '../../../engine';
import { valueOfTarget } from '../../../targets';
import type { SystemCalls } from '../../../workers';
import { type Home, type Services, callInWorker } from '../../common';
import { commands } from '../../names';
import { programEnvironment } from '../settings';

/** Findings on this computer for each home; its settings name the folders to search. */
export interface Inspections {
  readonly onDidChange: vscode.Event<Home>;
  /** The findings so far; starts a search if there are none. Empty without trust. */
  readonly known: (home: Home) => ReadonlyMap<string, TargetReport> | undefined;
  /** Searches again. Starts programs to ask for their versions, so it needs trust. */
  readonly inspect: (home: Home) => Promise<readonly TargetReport[]>;
  /** Discards all findings. */
  readonly forget: () => void;
}

type Needed = Pick<Services, 'context' | 'targets' | 'images' | 'log'>;

/** Checks all requirements of a home's targets, in a worker of its own. */
function inspectHome(
  { context, targets, images }: Needed,
  home: Home,
): Promise<readonly TargetReport[]> {
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  return call('inspect', {
    targets: targets.list(home).map(valueOfTarget),
    imageFolders: images.folders(home),
    packageFolder: context.extensionUri.fsPath,
  });
}

/** Keeps findings until something changes that they depend on. */
export function newInspections(services: Needed): Inspections {
  const { context, targets, images, log } = services;
  const changed = new vscode.EventEmitter<Home>();
  const reports = new Map<string, ReadonlyMap<string, TargetReport>>();
  /** The newest inspection of each home that is not outdated. */
  const asked = new Map<string, symbol>();

  const inspect = async (home: Home) => {
    const look = Symbol(home.id);
    asked.set(home.id, look);
    const found = await inspectHome(services, home);
    // An earlier inspection may end after a later one, and would hide its findings.
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

/** A way to get something that is missing. */
interface Remedy {
  readonly text: string;
  /** The editor's command for it, if there is one. */
  readonly command: string | undefined;
}

/** The editor's own commands replace those of the command line. */
const ofCommandLine = [
  {
    begins: 'cyclescope fetch-kernel ',
    text: 'Cyclescope: Fetch the Linux kernel…',
    command: commands.fetchKernel,
  },
  {
    begins: 'cyclescope build ',
    text: "Cyclescope: Build the target's images",
    command: commands.buildImage,
  },
];

/** The remedy for a requirement, as an action in the editor. */
export function toEditorRemedy({ remedy }: { readonly remedy: string }): Remedy {
  const found = ofCommandLine.find(({ begins }) => remedy.startsWith(begins));
  return { text: found?.text ?? remedy, command: found?.command };
}

import * as vscode from 'vscode';
import {
  confirm,
  pickOne,
  registerCommand,
  type RunEntry,
  type Services,
  showInformation,
} from '../../common';
import { ofSelection } from '../../contributions';
import { commands } from '../../names';
import {
  type CleanUp,
  cleanUps,
  formatBytes,
  type RunArgument,
  chooseRun,
  runsText,
  formatRunTitle,
} from '../../services/runs';

type Needed = Pick<Services, 'homes' | 'runs' | 'log'> & {
  /** The runs selected in the view. */
  readonly selection: () => readonly RunEntry[];
};

/** Passed by keys instead of a run, when pressed in the view of runs. */
type KeyArgument = typeof ofSelection;

const isOwn = ({ homes }: Needed) => {
  return ({ home }: RunEntry) => home !== homes.sample.id;
};

async function pin(services: Needed, argument: RunArgument): Promise<void> {
  const which = vscode.l10n.t('Select a run to pin as baseline');
  const run = await chooseRun(services, argument, which, isOwn(services));
  if (run) await services.runs.pin(run);
}

async function unpin({ homes, runs }: Needed, argument: RunArgument): Promise<void> {
  const home = await homes.choose(argument?.home);
  if (home) await runs.unpin(home);
}

async function rename(services: Needed, argument: RunArgument | KeyArgument): Promise<void> {
  if (argument === ofSelection) {
    const [selected] = services.selection();
    return selected && rename(services, selected);
  }
  const which = vscode.l10n.t('Select a run to rename');
  const run = await chooseRun(services, argument, which, isOwn(services));
  if (!run) return;
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Name of the run'),
    prompt: vscode.l10n.t(
      'Leave empty to name the run by its date. Named runs are kept when you clean up.',
    ),
    value: run.name ?? '',
  });
  if (name !== undefined) await services.runs.rename(run, name);
}

/** Asks before anything is deleted for good. */
const confirmDeletion = (question: string, detail: string) =>
  confirm(question, { detail, yes: vscode.l10n.t('Delete') });

/** The detail text of the question whether to delete runs. */
function describeLoss(runs: readonly RunEntry[]): string {
  const bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
  const lines = [
    vscode.l10n.t('This frees {0} and cannot be undone.', formatBytes(bytes)),
    runs.some(({ isBaseline }) => isBaseline) &&
      vscode.l10n.t('The pinned baseline is among them. Afterwards, no run is pinned.'),
  ];
  return lines.filter(Boolean).join('\n');
}

async function remove(
  services: Needed,
  argument: RunArgument | KeyArgument,
  selected: readonly RunEntry[] | undefined,
): Promise<void> {
  if (argument === ofSelection) return remove(services, undefined, services.selection());
  const mayGo = isOwn(services);
  const which = vscode.l10n.t('Select a run to delete');
  const one = selected ? undefined : await chooseRun(services, argument, which, mayGo);
  const found = selected
    ? await Promise.all(selected.map((ref) => services.runs.find(ref)))
    : [one];
  const runs = found.filter((run) => run !== undefined).filter(mayGo);
  const [first] = runs;
  if (!first) return;
  const question =
    runs.length === 1
      ? vscode.l10n.t('Delete the run "{0}"?', formatRunTitle(first))
      : vscode.l10n.t('Delete {0}?', runsText(runs.length));
  if (await confirmDeletion(question, describeLoss(runs))) await services.runs.remove(runs);
}

async function reveal(services: Needed, argument: RunArgument): Promise<void> {
  const run = await chooseRun(services, argument, vscode.l10n.t('Select a run to reveal on disk'));
  if (!run) return;
  const uri = vscode.Uri.joinPath(vscode.Uri.file(run.folder), 'run.json');
  // The system's file manager cannot show another machine, and a browser has none.
  const isHere = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  if (isHere) await vscode.commands.executeCommand('revealFileInOS', uri);
  else if (vscode.workspace.getWorkspaceFolder(uri)) {
    await vscode.commands.executeCommand('revealInExplorer', uri);
  } else await vscode.window.showTextDocument(uri);
}

function planItem({ keep, runs, bytes }: CleanUp) {
  const label = [
    vscode.l10n.t('Delete all but the baseline and named runs'),
    vscode.l10n.t('Keep the newest run of each target'),
  ][keep];
  return {
    label: label ?? vscode.l10n.t('Keep the newest {0} runs of each target', keep),
    description: vscode.l10n.t('{0}, frees {1}', runsText(runs.length), formatBytes(bytes)),
    runs,
  };
}

async function cleanUp({ homes, runs }: Needed): Promise<void> {
  const home = await homes.choose();
  if (!home) return;
  const plans = cleanUps(await runs.list(home)).map(planItem);
  if (plans.length === 0) {
    const nothing = vscode.l10n.t(
      'There is nothing to clean up. Baselines and named runs are kept.',
    );
    void showInformation(nothing);
    return;
  }
  const title = vscode.l10n.t('Clean up the runs of {0}', home.title);
  const placeHolder = vscode.l10n.t('The baseline and named runs are always kept');
  const plan = await pickOne(plans, { title, placeHolder });
  if (!plan) return;
  const question = vscode.l10n.t('Delete {0}?', runsText(plan.runs.length));
  if (await confirmDeletion(question, describeLoss(plan.runs))) await runs.remove(plan.runs);
}

/** Registers the commands that pin, rename, reveal and delete runs. */
export function registerKeepingCommands(services: Needed): vscode.Disposable {
  const register = (id: string, run: (...args: readonly never[]) => unknown) =>
    registerCommand(services, id, run);
  return vscode.Disposable.from(
    register(commands.pinBaseline, (run?: RunArgument) => pin(services, run)),
    register(commands.unpinBaseline, (run?: RunArgument) => unpin(services, run)),
    register(commands.renameRun, (run?: RunArgument | KeyArgument) => rename(services, run)),
    register(commands.revealRun, (run?: RunArgument) => reveal(services, run)),
    register(commands.cleanUpRuns, () => cleanUp(services)),
    // A tree passes the clicked item and the whole selection.
    register(
      commands.deleteRun,
      (run?: RunArgument | KeyArgument, selected?: readonly RunEntry[]) =>
        remove(services, run, selected),
    ),
  );
}

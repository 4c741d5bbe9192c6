import * as vscode from 'vscode';
import { registerCommand, type RunEntry, type RunRef, type Screens } from '../../common';
import { commands } from '../../names';
import { type RunArgument, chooseRun } from '../../services/runs';
import type { CompareMeans } from './means';
import { newComparePanels } from './panel';
import { pickPublished } from './pick-published';
import { inOrder, pickOthers, pickRuns } from './pick-runs';
import { formatReference } from './references';

/** Comparisons: their panels and the commands that open them. */
export function registerCompare(
  means: CompareMeans,
): Pick<Screens, 'openCompare'> & vscode.Disposable {
  const panels = newComparePanels(means);
  const commands = registerCompareCommands(means, panels.show);
  const parts = vscode.Disposable.from(panels, commands);
  return {
    openCompare: async (columns, rule) => panels.show(columns, rule),
    dispose: () => parts.dispose(),
  };
}

type Open = (columns: readonly string[]) => void;

/** The starting point of a comparison: the tree's selection, one run, or nothing yet. */
async function chooseRuns(
  means: CompareMeans,
  argument: RunArgument,
  selected: readonly RunRef[] | undefined,
): Promise<readonly RunEntry[] | undefined> {
  const refs = selected ?? (argument ? [argument] : []);
  const found = await Promise.all(refs.map((ref) => means.runs.find(ref)));
  const runs = found.filter((run) => run !== undefined);
  const [first] = runs;
  if (first === undefined) return pickRuns(means);
  if (runs.length > 1) return runs;
  const others = await pickOthers(means, first);
  return others && [first, ...others];
}

async function compare(
  means: CompareMeans,
  open: Open,
  argument: RunArgument,
  selected: readonly RunRef[] | undefined,
): Promise<void> {
  const runs = await chooseRuns(means, argument, selected);
  if (runs === undefined || runs.length < 2) return;
  open(inOrder(runs).map(formatReference));
}

async function compareWithPublished(
  means: CompareMeans,
  open: Open,
  argument: RunArgument,
): Promise<void> {
  const which = vscode.l10n.t('Select a run to compare with published figures');
  const run = await chooseRun(means, argument, which);
  const published = run && (await pickPublished(means, run.folder));
  if (run === undefined || published === undefined || published.length === 0) return;
  open([formatReference(run), ...published]);
}

/** Registers the commands that compare runs with each other and with published figures. */
function registerCompareCommands(means: CompareMeans, open: Open): vscode.Disposable {
  return vscode.Disposable.from(
    // A tree passes the clicked item and the whole selection.
    registerCommand(means, commands.compare, (run?: RunArgument, selected?: readonly RunRef[]) =>
      compare(means, open, run, selected),
    ),
    registerCommand(means, commands.compareWithPublished, (run?: RunArgument) =>
      compareWithPublished(means, open, run),
    ),
  );
}

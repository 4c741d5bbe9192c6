import * as vscode from 'vscode';
import { freshen, isInTheWay } from '../runner/fresh';
import type { Home, RunEntry } from '../services';
import { requireTrust } from '../trust';
import { orderOf } from './run-again';
import type { ResultsMeans } from './session';

/** Why a run cannot be measured again, if it cannot. */
export function whyNotAgain({ homes, targets }: ResultsMeans, entry: RunEntry): string | undefined {
  if (entry.imported !== undefined) return vscode.l10n.t('Another tool measured it.');
  const home = homeOf({ homes }, entry);
  if (home === undefined) return vscode.l10n.t('Its workspace folder is not open.');
  if (targets.find(home, entry.target.id) !== undefined) return undefined;
  return vscode.l10n.t('{0} is not among the targets of {1}.', entry.target.id, home.title);
}

/** Measures what a run measured once more, and shows it going on. */
export async function measureAgain(means: ResultsMeans, entry: RunEntry): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('Benchmarks are run on a target.')))) return;
  const home = homeOf(means, entry);
  const target = home && means.targets.find(home, entry.target.id);
  if (home === undefined || target === undefined) return;
  const order = { ...orderOf(await means.runs.record(entry)), home, target };
  if (isInTheWay(await freshen(means, order))) return;
  means.openRunning(means.runner.start(order));
}

/** Runs of the sample are measured again in the home at hand. */
function homeOf({ homes }: Pick<ResultsMeans, 'homes'>, { home }: RunEntry): Home | undefined {
  const all = homes.list();
  return home === homes.sample.id ? all[0] : all.find(({ id }) => id === home);
}

import * as vscode from 'vscode';
import { formatNumber } from '../../../measure';
import { formatMoment } from '../../../report';
import {
  type Home,
  pickOne,
  type RunEntry,
  type RunRef,
  type Services,
  showInformation,
} from '../../common';
import { oneLine } from './labels';

type Known = Pick<Services, 'homes' | 'runs'>;

/** The argument of a command about runs: from a tree or a link; none from the palette. */
export type RunArgument = RunRef | undefined;

/** A run's title in lists. */
export function formatRunTitle({ name, created }: Pick<RunEntry, 'name' | 'created'>): string {
  return oneLine(name ?? '') || formatMoment(created);
}

function toItem(run: RunEntry, home: Home) {
  const marks = [run.isBaseline && '$(pin)', run.imported && '$(cloud-download)'];
  return {
    label: [...marks.filter(Boolean), formatRunTitle(run)].join(' '),
    description: `${oneLine(run.target.id)} · ${operationsText(run.operations)}`,
    detail: home.title,
    run,
  };
}

/** Asks for a run, the newest first; undefined if the user cancels. */
async function pickRun(
  { homes, runs }: Known,
  placeHolder: string,
  isOffered: (run: RunEntry) => boolean = () => true,
): Promise<RunEntry | undefined> {
  const all = [...homes.list(), homes.sample];
  const lists = all.map(async (home) => (await runs.list(home)).map((run) => toItem(run, home)));
  const items = (await Promise.all(lists)).flat().filter(({ run }) => isOffered(run));
  if (items.length === 0) {
    void showInformation(vscode.l10n.t('There is no suitable run yet.'));
    return undefined;
  }
  const options = { placeHolder, matchOnDescription: true, matchOnDetail: true };
  return (await pickOne(items, options))?.run;
}

/** The run given to a command, or one that the user picks. */
export async function chooseRun(
  services: Known,
  argument: RunArgument,
  placeHolder: string,
  isOffered?: (run: RunEntry) => boolean,
): Promise<RunEntry | undefined> {
  if (argument === undefined) return pickRun(services, placeHolder, isOffered);
  return services.runs.find(argument);
}

/** A number of runs in the user's language. */
export function runsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 run') : vscode.l10n.t('{0} runs', formatNumber(count));
}

/** A number of operations in the user's language. */
export function operationsText(count: number): string {
  if (count === 1) return vscode.l10n.t('1 operation');
  return vscode.l10n.t('{0} operations', formatNumber(count));
}

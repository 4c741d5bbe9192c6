import * as vscode from 'vscode';
import { formatMoment } from '../../../report';
import {
  type Home,
  pickSeveral,
  type RunEntry,
  type Services,
  showInformation,
} from '../../common';
import { oneLine, operationsText, formatRunTitle } from '../../services/runs';

type Known = Pick<Services, 'homes' | 'runs'>;

/** All runs of the window and of the sample. */
async function allRuns({ homes, runs }: Known): Promise<readonly RunEntry[]> {
  const lists = [...homes.list(), homes.sample].map((home) => runs.list(home));
  return (await Promise.all(lists)).flat();
}

function toItem(run: RunEntry, homes: readonly Home[]) {
  const home = homes.find(({ id }) => id === run.home);
  const moment = run.name === undefined ? [] : [formatMoment(run.created)];
  return {
    label: [run.isBaseline ? '$(pin)' : '', formatRunTitle(run)].join(' ').trim(),
    description: [
      oneLine(run.target.id),
      operationsText(run.operations),
      ...moment,
      ...(run.isBaseline ? [vscode.l10n.t('baseline')] : []),
    ].join(' · '),
    detail: home?.title ?? '',
    run,
  };
}

async function pick(
  { homes }: Known,
  runs: readonly RunEntry[],
  options: { readonly title: string; readonly placeHolder: string },
): Promise<readonly RunEntry[] | undefined> {
  const all = [...homes.list(), homes.sample];
  const items = runs.map((run) => toItem(run, all));
  const chosen = await pickSeveral(items, {
    ...options,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.map(({ run }) => run);
}

/** Asks for what to compare a run with; undefined if the user cancels. */
export async function pickOthers(
  known: Known,
  beside: RunEntry,
  without: readonly RunEntry[] = [],
): Promise<readonly RunEntry[] | undefined> {
  const all = (await allRuns(known)).filter(
    ({ home, id }) => !without.some((each) => each.home === home && each.id === id),
  );
  const others = sortBySuitability(all, beside);
  if (others.length === 0) {
    show(
      vscode.l10n.t('There is no other run yet. You can already compare with published figures.'),
    );
    return undefined;
  }
  return pick(known, others, {
    title: vscode.l10n.t('Compare {0} with…', formatRunTitle(beside)),
    placeHolder: vscode.l10n.t('Choose one run or several; the pinned or oldest is the baseline'),
  });
}

/** Asks for two or more runs. */
export async function pickRuns(known: Known): Promise<readonly RunEntry[] | undefined> {
  const all = await allRuns(known);
  if (all.length < 2) {
    show(
      vscode.l10n.t('A comparison needs two runs. You can already compare with published figures.'),
    );
    return undefined;
  }
  const chosen = await pick(known, all, {
    title: vscode.l10n.t('Compare runs'),
    placeHolder: vscode.l10n.t('Choose two runs or more; the pinned or oldest is the baseline'),
  });
  if (chosen === undefined || chosen.length !== 1 || chosen[0] === undefined) return chosen;
  const others = await pickOthers(known, chosen[0]);
  return others && [chosen[0], ...others];
}

function show(text: string): void {
  void showInformation(text);
}

/** Orders runs for a comparison: the baseline is the pinned one, otherwise the oldest. */
export function inOrder(runs: readonly RunEntry[]): RunEntry[] {
  return runs.toSorted(
    (a, b) =>
      Number(b.isBaseline) - Number(a.isBaseline) || a.created.getTime() - b.created.getTime(),
  );
}

/** Orders candidates to compare with a run: the pinned one, those of its target, newer ones. */
export function sortBySuitability(runs: readonly RunEntry[], beside: RunEntry): RunEntry[] {
  const rank = ({ isBaseline, target }: RunEntry): number =>
    (isBaseline ? 2 : 0) + (target.id === beside.target.id ? 1 : 0);
  return runs
    .filter(({ home, id }) => home !== beside.home || id !== beside.id)
    .sort((a, b) => rank(b) - rank(a) || b.created.getTime() - a.created.getTime());
}

import * as vscode from 'vscode';
import { formatNumber } from '../../../measure';
import type { PublishedChoice } from '../../../workers';
import { oneLine } from '../../services/runs';
import type { CompareMeans } from './means';
import { pickSeveral } from '../../common';

interface Item extends vscode.QuickPickItem {
  readonly address?: string;
}

function toItem(item: PublishedItem): Item {
  if ('heading' in item) {
    return { label: oneLine(item.heading), kind: vscode.QuickPickItemKind.Separator };
  }
  const { address, system, hardware, table, title, operations } = item.choice;
  const shared =
    item.shared === 0
      ? vscode.l10n.t('no operation in common')
      : vscode.l10n.t('{0} operations in common', item.shared);
  return {
    label: system,
    description: [hardware, shared].filter(Boolean).join(' · '),
    detail: [vscode.l10n.t('{0} published means', formatNumber(operations)), table, title].join(
      ' · ',
    ),
    address,
  };
}

/** Asks for published columns, those that fit a run first; undefined if the user cancels. */
export async function pickPublished(
  { figures }: Pick<CompareMeans, 'figures'>,
  folder: string | undefined,
  without: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const items = figures
    .call('published', { folder })
    .then((choices) => listPublishedItems(choices, without).map(toItem));
  const chosen = await pickSeveral(items, {
    title: vscode.l10n.t('Compare with published figures'),
    placeHolder: vscode.l10n.t('Choose systems; published figures have a mean only'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.flatMap(({ address }) => address ?? []);
}

/** An entry in the list of published columns, or a document's heading. */
type PublishedItem =
  { readonly heading: string } | { readonly choice: PublishedChoice; readonly shared: number };

/** Published columns by document; the best matching documents and columns come first. */
export function listPublishedItems(
  choices: readonly PublishedChoice[],
  without: readonly string[] = [],
): PublishedItem[] {
  const left = choices.filter(({ address }) => !without.includes(address));
  const documents = new Set(left.map(({ document }) => document));
  return [...documents].flatMap((document): PublishedItem[] => [
    { heading: document },
    ...left
      .filter((choice) => choice.document === document)
      .map((choice) => ({ choice, shared: choice.shared })),
  ]);
}

import * as vscode from 'vscode';
import {
  type Chip,
  type Fit,
  fitOfChip,
  largestRam,
  listObstacles,
  offerChips,
  readChips,
} from '../../../chips';
import { findDevice } from '../../../targets';
import { pickOne, registerCommand, type Services, showInformation } from '../../common';
import { commands } from '../../names';
import type { Boards } from '../../services/targets';

type Needed = Pick<Services, 'context' | 'homes' | 'log'> & { readonly boards: Boards };

type ChipItem = vscode.QuickPickItem & { readonly chip?: Chip };

function fitText(id: Fit['id']): string {
  switch (id) {
    case 'everything':
      return vscode.l10n.t('everything fits');
    case 'four-families':
      return vscode.l10n.t("the white paper's four families fit");
    case 'family-by-family':
      return vscode.l10n.t('the four families fit, one after the other');
    case 'some-families':
      return vscode.l10n.t('some families fit');
    case 'none':
      return vscode.l10n.t('nothing fits');
  }
}

function describe(chip: Chip): string {
  const size = largestRam(chip.cores[0].memories)?.size ?? 0;
  return `${vscode.l10n.t('{0} KB of RAM', size / 1024)}, ${fitText(fitOfChip(chip).id)}`;
}

/** A list of all chips, first of those that the configurations of a project name. */
export function chipItems(names: readonly string[], chips: readonly Chip[]): readonly ChipItem[] {
  const { matching, nearest, others } = offerChips(names, chips);
  const group = (label: string, members: readonly Chip[]): readonly ChipItem[] => {
    if (members.length === 0) return [];
    const items = members.map((chip) => {
      return { label: chip.name, description: describe(chip), chip };
    });
    return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
  };
  return [
    ...group(vscode.l10n.t('for {0}', names.join(', ')), matching),
    ...group(vscode.l10n.t('similar names'), nearest),
    ...group(vscode.l10n.t('all parts'), others),
  ];
}

/** Asks for a chip and shows what fits into its RAM, and what keeps benchmarks from it. */
async function showChip({ context, homes, boards }: Needed): Promise<void> {
  const home = await homes.choose();
  if (!home) return;
  const [chips] = await Promise.all([readChips(context.extensionUri.fsPath), boards.ready(home)]);
  const names = new Set(boards.list(home).flatMap((board) => findDevice(board) ?? []));
  const placeHolder = vscode.l10n.t('Select a Cortex-M part');
  const picked = await pickOne(chipItems([...names], chips), { placeHolder });
  if (picked?.chip === undefined) return;
  const obstacles = listObstacles(picked.chip).map(({ what, remedy }) => `${what}. ${remedy}`);
  void showInformation([`${picked.label}: ${describe(picked.chip)}.`, ...obstacles].join(' '));
}

/** Registers the command that shows what fits on a chip. */
export function registerChipCommand(needed: Needed): vscode.Disposable {
  return registerCommand(needed, commands.showChip, () => showChip(needed));
}

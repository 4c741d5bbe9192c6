import * as vscode from 'vscode';
import { valueOfTarget, withElfs } from '../../../targets';
import { askElf, registerCommand, type Services } from '../../common';
import { commands } from '../../names';
import { placeOf, showEnd, specWithSettings } from '../../services/runner';
import { requireTrust } from '../../services/trust';
import { referenceOf } from './references';

/** The command that measures two agents in turns on the active target and compares them. */
export function registerInterleave(services: Services): vscode.Disposable {
  return registerCommand(services, commands.compareInterleaved, () => interleave(services));
}

async function interleave(services: Services): Promise<void> {
  const { t } = vscode.l10n;
  if (!(await requireTrust(t('Benchmarks cannot be run now.')))) return;
  const place = await placeOf(services, {});
  const before = place && (await askElf(t('Use as agent A, the baseline')));
  const after = before && (await askElf(t('Compare with agent B')));
  if (!place || !before || !after) return;
  const spec = await specWithSettings(services, place, { patterns: [], trace: false });
  const specOf = (headline: string) => {
    return { ...spec, target: valueOfTarget(withElfs(place.target, { headline })) };
  };
  const running = services.runner.start(place, specOf(after), specOf(before));
  await services.screens.openRunning(running);
  const end = await running.end;
  if (end.run && end.other) {
    await services.screens.openCompare([end.other, end.run].map(referenceOf));
  }
  await showEnd(services, running, end);
}

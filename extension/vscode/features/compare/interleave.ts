import * as vscode from 'vscode';
import { valueOfTarget, withElfs } from '../../../targets';
import { askElf, registerCommand, type Services, showFailure } from '../../common';
import { commands } from '../../names';
import { findRunPlace, showEnd, specWithSettings } from '../../services/runner';
import { requireTrust } from '../../services/trust';
import { referenceOf } from './references';

/** The command that measures two agents in turns on the active target and compares them. */
export function registerInterleave(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(services, commands.compareInterleaved, (argument?: Argument) =>
      interleave(services, argument),
    ),
    services.runner.onDidEnd(({ end: { run, other } }) => {
      if (!run || !other) return;
      const opened = services.screens.openCompare([other, run].map(referenceOf));
      void opened.catch((error: unknown) => showFailure(services, error));
    }),
  );
}

/** Where to measure, and what; by default everything on the active target. */
type Argument = Parameters<typeof findRunPlace>[1];

async function interleave(services: Services, argument: Argument = {}): Promise<void> {
  const { t } = vscode.l10n;
  if (!(await requireTrust(t('Benchmarks cannot be run now.')))) return;
  const place = await findRunPlace(services, argument);
  const before = place && (await askElf(t('Use as agent A, the baseline')));
  const after = before && (await askElf(t('Compare with agent B')));
  if (!place || !before || !after) return;
  const { patterns = [] } = argument;
  const spec = await specWithSettings(services, place, { patterns, trace: false });
  const specOf = (headline: string) => {
    return { ...spec, target: valueOfTarget(withElfs(place.target, { headline })) };
  };
  const running = services.runner.start(place, specOf(after), specOf(before));
  await services.screens.openRunning(running);
  await showEnd(services, running, await running.end);
}

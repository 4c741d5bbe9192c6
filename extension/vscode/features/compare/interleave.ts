import * as vscode from 'vscode';
import { valueOfTarget, withElfs } from '../../../targets';
import type { TurnsRequest } from '../../../workers';
import {
  askElf,
  type Opponent,
  registerCommand,
  type Services,
  showFailure,
  type HomeTarget,
} from '../../common';
import { commands } from '../../names';
import { findRunTarget, showEnd, specWithSettings } from '../../services/runner';
import { readSettings } from '../../services/settings';
import { requireTrust } from '../../services/trust';
import { formatReference } from './references';

/** The command that measures two agents in turns on the active target and compares them. */
export function registerInterleave(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(services, commands.compareInterleaved, (argument?: Argument) =>
      interleave(services, argument),
    ),
    services.runner.onDidEnd(({ running: { against }, end: { run, other } }) => {
      if (!run || !other) return;
      const { delta, gate } = against?.request ?? {};
      const opened = services.screens.openCompare([other, run].map(formatReference), {
        delta,
        gate,
      });
      void opened.catch((error: unknown) => showFailure(services, error));
    }),
  );
}

/** Where to measure, and what; by default everything on the active target. */
type Argument = Parameters<typeof findRunTarget>[1] & {
  /** Limits of the comparison that left something undecided; by default the gate of the settings. */
  readonly request?: Omit<TurnsRequest, 'minutes'> | undefined;
};

async function interleave(services: Services, argument: Argument = {}): Promise<void> {
  const { t } = vscode.l10n;
  if (!(await requireTrust(t('Benchmarks cannot be run now.')))) return;
  const homeTarget = await findRunTarget(services, argument);
  const before = homeTarget && (await askElf(t('Use as agent A, the baseline')));
  const after = before && (await askElf(t('Compare with agent B')));
  const limit = after && (await askLimit(homeTarget));
  if (!homeTarget || !before || !after || !limit) return;
  const { patterns = [], request = { gate: readGate(homeTarget) } } = argument;
  const spec = await specWithSettings(services, homeTarget, { patterns, trace: false });
  const buildSpec = (headline: string) => {
    return { ...spec, target: valueOfTarget(withElfs(homeTarget.target, { headline })) };
  };
  const against: Opponent = {
    elfs: [before, after],
    spec: buildSpec(before),
    request: { ...request, ...limit },
  };
  const running = services.runner.start(homeTarget, buildSpec(after), against);
  await services.screens.openRunning(running);
  await showEnd(services, running, await running.end);
}

function readGate({ home }: HomeTarget): string | undefined {
  const { gate } = readSettings(home);
  return gate === '' ? undefined : gate;
}

/** Asks how long both may take, unless each is measured once; undefined if the user cancels. */
async function askLimit({ target }: HomeTarget): Promise<Limit | undefined> {
  if (target.deterministic) return {};
  const { t } = vscode.l10n;
  const typed = await vscode.window.showInputBox({
    title: t('Compare two agents in turns'),
    prompt: t(
      'Enter the maximum number of minutes, or leave empty to measure until everything is decided',
    ),
    ignoreFocusOut: true,
    validateInput: (text) =>
      parseLimit(text) ? undefined : t('Enter a whole number of minutes, or leave empty.'),
  });
  return typed === undefined ? undefined : parseLimit(typed);
}

/** The time that two agents may take. */
type Limit = Partial<Pick<TurnsRequest, 'minutes'>>;

function parseLimit(text: string): Limit | undefined {
  const typed = text.trim();
  if (typed === '') return {};
  return /^[1-9]\d{0,4}$/.test(typed) ? { minutes: Number(typed) } : undefined;
}

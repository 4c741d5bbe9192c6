import * as vscode from 'vscode';
import { failureOf } from '../../../base';
import { registerCommand, type RunEntry, type RunRef } from '../../common';
import { commands } from '../../names';
import { newPanels, type PanelEnd, type Session } from '../../panels';
import { oneLine, type RunArgument, runOf, titleOf } from '../../services/runs';
import { registerInstructions } from './instructions';
import type { ProfileMeans } from './means';
import {
  type FromProfile,
  fromProfileSchema,
  profileStateSchema,
  type ToProfile,
} from './protocol';
import { registerSourceCosts, type SourceCostsShown } from './source-costs';
import { profileView } from './view';

/** What the panel of a profile shows besides its page. */
interface Shown {
  readonly costs: SourceCostsShown;
  readonly openInstructions: (run: RunEntry, operation: number) => Promise<void>;
}

interface ProfileSession extends Session<FromProfile> {
  readonly select: (operation: string) => void;
}

/** An operation of the run is shown first if it is named. */
type ProfileArgument = RunArgument & { readonly operation?: string };

/** Profiles of runs: their panels, one per run, costs in the source, and executed instructions. */
export function registerProfile(means: ProfileMeans): vscode.Disposable {
  const panels = newPanels<ToProfile, FromProfile, ProfileSession>(
    means,
    profileView,
    fromProfileSchema,
  );
  const costs = registerSourceCosts(means);
  const instructions = registerInstructions(means);
  const shown = { costs, openInstructions: instructions.open };
  const contentOf = ({ home, id }: RunRef): Parameters<typeof panels.show>[0] => ({
    key: `${home} ${id}`,
    open: (end) => newSession(means, shown, { home, id }, end),
  });
  return vscode.Disposable.from(
    costs,
    instructions,
    panels.restore(profileStateSchema, contentOf),
    registerCommand(means, commands.showProfile, async (argument?: ProfileArgument) => {
      const which = vscode.l10n.t('Select a run to show its profile');
      const run = await runOf(means, argument, which, ({ hasProfile }) => hasProfile);
      if (!run) return;
      const content = contentOf(run);
      const { operation } = argument ?? {};
      panels.show(content);
      if (operation !== undefined) panels.use(content.key, ({ select }) => select(operation));
    }),
  );
}

type ProfileEnd = PanelEnd<ToProfile, FromProfile, ProfileSession>;

function newSession(
  means: ProfileMeans,
  shown: Shown,
  ref: RunRef,
  end: ProfileEnd,
): ProfileSession {
  let isReady = false;
  let wanted: string | undefined;
  const select = (operation: string) => {
    if (isReady) end.post({ type: 'select', operation });
    else wanted = operation;
  };
  const receive = async (message: FromProfile): Promise<void> => {
    const entry = await means.runs.find(ref);
    if (!entry) throw new Error(vscode.l10n.t('The run {0} no longer exists.', ref.id));
    if (message.type !== 'ready') return handle(means, shown, entry, end, message);
    await sendProfile(means, entry, end);
    isReady = true;
    if (wanted !== undefined) select(wanted);
    wanted = undefined;
  };
  return {
    select,
    receive: (message) => {
      receive(message).catch((error: unknown) => {
        const failure = failureOf(error);
        means.log.error(failure.message);
        end.post({ type: 'failure', message: failure.message, hint: failure.hint });
      });
    },
    hidden: () => (isReady = false),
    dispose: () => undefined,
  };
}

async function sendProfile({ figures }: ProfileMeans, entry: RunEntry, end: ProfileEnd) {
  const { folder, home, id } = entry;
  const title = titleOf(entry);
  end.setTitle(vscode.l10n.t('Profile: {0}', title));
  const { problems, operations } = await figures.call('profile', { folder });
  const target = oneLine(entry.target.title);
  const shown = { home, id, title, target, problems: [...problems] };
  end.post({ type: 'profile', ...shown, operations: [...operations] });
}

async function handle(
  { figures }: ProfileMeans,
  { costs, openInstructions }: Shown,
  entry: RunEntry,
  end: ProfileEnd,
  message: Exclude<FromProfile, { type: 'ready' }>,
): Promise<void> {
  const { folder, home, id } = entry;
  switch (message.type) {
    case 'flame': {
      const { operation } = message;
      const model = await figures.call('flame', { folder, operation });
      return end.post({ type: 'flame', operation, model });
    }
    case 'operation':
      return costs.show(entry, message.operation);
    case 'instructions':
      return openInstructions(entry, message.operation);
    case 'source':
      return vscode.commands.executeCommand(commands.showSource, { at: message.at, home });
    case 'action': {
      const command = { results: commands.openResults, log: commands.showLog }[message.action];
      return vscode.commands.executeCommand(command, { home, id });
    }
  }
}

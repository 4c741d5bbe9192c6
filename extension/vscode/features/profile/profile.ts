import * as vscode from 'vscode';
import { failureOf } from '../../../base';
import { registerCommand, type RunEntry, type RunRef, type Services } from '../../common';
import { commands } from '../../names';
import { newPanels, type PanelEnd, type Session } from '../../panels';
import type { FiguresWorker } from '../../services/figures';
import { oneLine, type RunArgument, runOf, titleOf } from '../../services/runs';
import {
  type FromProfile,
  fromProfileSchema,
  profileStateSchema,
  type ToProfile,
} from './protocol';
import { profileView } from './view';

/** The services that profiles need. */
interface ProfileMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'runs'> {
  readonly figures: FiguresWorker;
}

/** Profiles of runs: their panels, one per run, and the command that opens them. */
export function registerProfile(means: ProfileMeans): vscode.Disposable {
  const panels = newPanels<ToProfile, FromProfile>(means, profileView, fromProfileSchema);
  const contentOf = ({ home, id }: RunRef): Parameters<typeof panels.show>[0] => ({
    key: `${home} ${id}`,
    open: (end) => newSession(means, { home, id }, end),
  });
  return vscode.Disposable.from(
    panels.restore(profileStateSchema, contentOf),
    registerCommand(means, commands.showProfile, async (argument?: RunArgument) => {
      const which = vscode.l10n.t('Select a run to show its profile');
      const run = await runOf(means, argument, which, ({ hasProfile }) => hasProfile);
      if (run) panels.show(contentOf(run));
    }),
  );
}

type ProfileEnd = PanelEnd<ToProfile, FromProfile>;

function newSession(means: ProfileMeans, ref: RunRef, end: ProfileEnd): Session<FromProfile> {
  const find = async (): Promise<RunEntry> => {
    const entry = await means.runs.find(ref);
    if (entry) return entry;
    throw new Error(vscode.l10n.t('The run {0} no longer exists.', ref.id));
  };
  return {
    receive: (message) => {
      handle(means, find, end, message).catch((error: unknown) => {
        const failure = failureOf(error);
        means.log.error(failure.message);
        end.post({ type: 'failure', message: failure.message, hint: failure.hint });
      });
    },
    dispose: () => undefined,
  };
}

async function handle(
  { figures }: ProfileMeans,
  find: () => Promise<RunEntry>,
  end: ProfileEnd,
  message: FromProfile,
): Promise<void> {
  const entry = await find();
  const { folder, home, id } = entry;
  switch (message.type) {
    case 'ready': {
      const title = titleOf(entry);
      end.setTitle(vscode.l10n.t('Profile: {0}', title));
      const { problems, operations } = await figures.call('profile', { folder });
      const target = oneLine(entry.target.title);
      const shown = { home, id, title, target, problems: [...problems] };
      return end.post({ type: 'profile', ...shown, operations: [...operations] });
    }
    case 'flame': {
      const { operation } = message;
      const model = await figures.call('flame', { folder, operation });
      return end.post({ type: 'flame', operation, model });
    }
    case 'source':
      return vscode.commands.executeCommand(commands.showSource, { at: message.at, home });
    case 'action': {
      const command = { results: commands.openResults, log: commands.showLog }[message.action];
      return vscode.commands.executeCommand(command, { home, id });
    }
  }
}

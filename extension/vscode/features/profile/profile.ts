import * as vscode from 'vscode';
import { toFailure } from '../../../base';
import { valueOfTarget } from '../../../targets';
import type { SystemCalls } from '../../../workers';
import { callInWorker, registerCommand, type RunEntry, type RunRef } from '../../common';
import { commands, instructionsScheme } from '../../names';
import { newPanels, type PanelEnd, type PanelSession } from '../../panels';
import {
  firmwareElf,
  isFirmware,
  oneLine,
  type RunArgument,
  chooseRun,
  formatRunTitle,
  withFirmware,
} from '../../services/runs';
import { programEnvironment } from '../../services/settings';
import { registerProfileExport } from './export';
import type { ProfileMeans } from './means';
import {
  type FromProfile,
  fromProfileSchema,
  profileStateSchema,
  type ToProfile,
} from './protocol';
import { registerSourceCosts, type SourceCostsShown } from './source-costs';
import { profileView } from './view';

/** State of a profile's panel, in addition to its page. */
interface Shown {
  readonly costs: SourceCostsShown;
  readonly openInstructions: (run: RunEntry, operation: number) => Promise<void>;
}

interface ProfileSession extends PanelSession<FromProfile> {
  readonly select: (operation: string) => void;
}

/** A run whose profile is shown, or whose difference to the profile of another one. */
interface Subject extends RunRef {
  readonly against?: RunRef | undefined;
}

/** An operation of the run is shown first if it is named. */
type ProfileArgument = RunArgument & Pick<Subject, 'against'> & { readonly operation?: string };

/** Profiles of runs: their panels, one per run, costs in the source, and executed instructions. */
export function registerProfile(given: ProfileMeans): vscode.Disposable {
  const means = { ...given, runs: withFirmware(given.context, given.runs) };
  const panels = newPanels<ToProfile, FromProfile, ProfileSession>(
    means,
    profileView,
    fromProfileSchema,
  );
  const costs = registerSourceCosts(means);
  const instructions = registerInstructions(means);
  const shown = { costs, openInstructions: instructions.open };
  const toContent = ({ home, id, against }: Subject): Parameters<typeof panels.show>[0] => ({
    key: [home, id, against?.home, against?.id].join(' '),
    home,
    open: (end) => newSession(means, shown, { home, id, against }, end),
  });
  return vscode.Disposable.from(
    costs,
    instructions,
    registerProfileExport(means),
    panels.restore(profileStateSchema, toContent),
    registerCommand(means, commands.showProfile, async (argument?: ProfileArgument) => {
      const which = vscode.l10n.t('Select a run to show its profile');
      const run = await chooseRun(means, argument, which, ({ hasProfile }) => hasProfile);
      if (!run) return;
      const { operation, against } = argument ?? {};
      const content = toContent({ home: run.home, id: run.id, against });
      panels.show(content);
      if (operation !== undefined) panels.use(content.key, ({ select }) => select(operation));
    }),
  );
}

type ProfileEnd = PanelEnd<ToProfile, FromProfile, ProfileSession>;

function newSession(
  means: ProfileMeans,
  shown: Shown,
  { against, ...own }: Subject,
  end: ProfileEnd,
): ProfileSession {
  let isReady = false;
  let wanted: string | undefined;
  const select = (operation: string) => {
    if (isReady) end.post({ type: 'select', operation });
    else wanted = operation;
  };
  const find = async (ref: RunRef): Promise<RunEntry> => {
    const entry = await means.runs.find(ref);
    if (entry) return entry;
    throw new Error(vscode.l10n.t('The run {0} no longer exists.', ref.id));
  };
  const receive = async (message: FromProfile): Promise<void> => {
    const found = { entry: await find(own), before: against && (await find(against)) };
    if (message.type !== 'ready') return handle(means, shown, found, end, message);
    await sendProfile(means, found, end);
    isReady = true;
    if (wanted !== undefined) select(wanted);
    wanted = undefined;
  };
  return {
    select,
    receive: (message) => {
      receive(message).catch((error: unknown) => {
        const failure = toFailure(error);
        means.log.error(failure.message);
        end.post({ type: 'failure', message: failure.message, hint: failure.hint });
      });
    },
    onHide: () => (isReady = false),
    dispose: () => undefined,
  };
}

interface Found {
  readonly entry: RunEntry;
  /** The run that it is compared with. */
  readonly before: RunEntry | undefined;
}

async function sendProfile({ figures }: ProfileMeans, { entry, before }: Found, end: ProfileEnd) {
  const { folder, home, id } = entry;
  const own = formatRunTitle(entry);
  const title = before ? vscode.l10n.t('{0} against {1}', own, formatRunTitle(before)) : own;
  end.setTitle(vscode.l10n.t('Profile: {0}', title));
  const { problems, operations } = await figures.call('profile', {
    folder,
    against: before?.folder,
  });
  const target = oneLine(entry.target.title);
  const against = before && { home: before.home, id: before.id };
  const isOwn = isFirmware(entry);
  const shown = { home, id, against, title, target, isFirmware: isOwn, problems: [...problems] };
  end.post({ type: 'profile', ...shown, operations: [...operations] });
}

async function handle(
  { figures }: ProfileMeans,
  { costs, openInstructions }: Shown,
  { entry, before }: Found,
  end: ProfileEnd,
  message: Exclude<FromProfile, { type: 'ready' }>,
): Promise<void> {
  const { folder, home, id } = entry;
  switch (message.type) {
    case 'flame': {
      const { operation, path } = message;
      const order = { folder, against: before?.folder, operation, path };
      const model = await figures.call('flame', order);
      return end.post({ type: 'flame', operation, path, model });
    }
    case 'operation':
      return costs.show(entry, message.operation);
    case 'instructions':
      return openInstructions(entry, message.operation);
    case 'source':
      return vscode.commands.executeCommand(commands.showSource, { at: message.at, home });
    case 'action': {
      const { action, operation } = message;
      return vscode.commands.executeCommand(ACTIONS[action], { home, id, operation });
    }
  }
}

const ACTIONS = {
  results: commands.openResults,
  log: commands.showLog,
  export: commands.exportProfile,
  table: commands.openProfileTable,
} as const;

/** Read-only documents of executed instructions. */
interface Instructions extends vscode.Disposable {
  readonly open: (run: RunEntry, operation: number) => Promise<void>;
}

/** Shows the instructions of an operation with how often each was executed. */
function registerInstructions(means: ProfileMeans): Instructions {
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async ({ query }) => {
      const values = new URLSearchParams(query);
      const ref = { home: values.get('home') ?? '', id: values.get('id') ?? '' };
      const run = await means.runs.find(ref);
      if (!run) throw new Error(vscode.l10n.t('The run {0} no longer exists.', ref.id));
      return readInstructions(means, run, Number(values.get('operation')));
    },
  };
  const registered = vscode.workspace.registerTextDocumentContentProvider(
    instructionsScheme,
    provider,
  );
  return {
    open: async ({ home, id, folder }, operation) => {
      const { operations } = await means.figures.call('profile', { folder });
      const name = operations[operation]?.name.replaceAll(/[^\w.=-]+/g, ' ') ?? '';
      const query = new URLSearchParams({ home, id, operation: String(operation) }).toString();
      const path = `/${name}.txt`;
      const uri = vscode.Uri.from({ scheme: instructionsScheme, path, query });
      await vscode.window.showTextDocument(uri, { preview: true });
    },
    dispose: () => registered.dispose(),
  };
}

async function readInstructions(
  { context, homes, targets, images }: ProfileMeans,
  run: RunEntry,
  operation: number,
): Promise<string> {
  const {
    target: { id: target },
    folder,
  } = run;
  const home = homes.find(run.home) ?? homes.sample;
  const found = targets.find(home, target);
  // Without trust no disassembler is started.
  const value = found && vscode.workspace.isTrusted ? valueOfTarget(found) : undefined;
  const elf = isFirmware(run) ? firmwareElf(context, target) : undefined;
  const order = { folder, operation, target: value, imageFolders: images.folders(home), elf };
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  return call('instructions', order);
}

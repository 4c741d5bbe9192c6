import * as vscode from 'vscode';
import { parseSshAddress, SSH_ADDRESS } from '../../../targets';
import { type Home, pickOne, registerCommand, type Services } from '../../common';
import { commands, settings } from '../../names';
import { readSettings } from '../../services/settings';
import type { Inspections } from '../../services/targets';

type Needed = Pick<Services, 'homes' | 'targets' | 'log'> & { readonly inspections: Inspections };

/** Arguments passed by a tree or a link. */
interface TargetArgument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
}

interface TargetItem extends vscode.QuickPickItem {
  readonly id: string | undefined;
  /** Creates a new one; returns its id unless that is already the active one. */
  readonly add?: () => Promise<string | undefined>;
}

function listItems({ targets, inspections }: Needed, home: Home): readonly TargetItem[] {
  const active = targets.active(home).id;
  const known = inspections.known(home);
  return targets.list(home).map(({ id, title }): TargetItem => {
    const needs = known?.get(id)?.requirements.filter(({ found }) => found === undefined) ?? [];
    const names = needs.map(({ name }) => name).join(', ');
    return {
      id,
      label: `${id === active ? '$(check)' : '$(blank)'} ${id}`,
      description: [names !== '' && vscode.l10n.t('missing: {0}', names), title]
        .filter(Boolean)
        .join(' · '),
    };
  });
}

/** Asks for a machine's address and adds it to the settings. */
async function addMachine(home: Home): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title: vscode.l10n.t('A Linux machine over SSH'),
    prompt: vscode.l10n.t('Address of the machine. The login must work without a prompt.'),
    placeHolder: SSH_ADDRESS,
    ignoreFocusOut: true,
    validateInput: (text) =>
      parseSshAddress(text.trim()) ? undefined : vscode.l10n.t('Expected format: {0}', SSH_ADDRESS),
  });
  if (address === undefined) return undefined;
  const { sshHosts } = readSettings(home);
  const scope = home.folder
    ? vscode.ConfigurationTarget.WorkspaceFolder
    : vscode.ConfigurationTarget.Global;
  const all = [...new Set([...sshHosts, address.trim()])];
  await vscode.workspace
    .getConfiguration(undefined, home.folder)
    .update(settings.sshHosts, all, scope);
  return address.trim();
}

async function ask(needed: Needed, home: Home): Promise<string | undefined> {
  const adding: readonly TargetItem[] = [
    {
      id: undefined,
      label: `$(add) ${vscode.l10n.t('A board over its debug port…')}`,
      add: async () => {
        await vscode.commands.executeCommand(commands.addBoard, { home: home.id });
        return undefined;
      },
    },
    {
      id: undefined,
      label: `$(add) ${vscode.l10n.t('A Linux machine over SSH…')}`,
      add: () => addMachine(home),
    },
  ];
  const picked = await pickOne([...listItems(needed, home), ...adding], {
    title: vscode.l10n.t('Active target of {0}', home.title),
    placeHolder: vscode.l10n.t('Used by lenses and by the command Benchmark'),
    matchOnDescription: true,
  });
  return picked && (picked.id ?? picked.add?.());
}

async function select(needed: Needed, argument: TargetArgument | undefined): Promise<void> {
  const { homes, targets } = needed;
  const home = await homes.choose(argument?.home);
  if (!home) return;
  await needed.targets.ready(home);
  const id = argument?.target ?? (await ask(needed, home));
  if (id !== undefined) await targets.setActive(home, id);
}

/** Registers the command that makes a target the active one of its home. */
export function registerTargetCommands(needed: Needed): vscode.Disposable {
  return registerCommand(needed, commands.selectTarget, (argument?: TargetArgument) =>
    select(needed, argument),
  );
}

import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Failure } from '../../../base';
import { toFileName } from '../../../host';
import { type FlashConsent, isBackup } from '../../../targets';
import { choose, type Home, showInformation, type HomeTarget } from '../../common';
import { commands } from '../../names';

/** The code of a run that would have overwritten flash without permission. */
export const FLASH_NOT_ALLOWED = 'flash-not-allowed';

/** The user's consent, and how to ask for it. */
export interface FlashQuestions {
  /** Permanent consent. */
  readonly recall: (homeTarget: HomeTarget) => FlashConsent | undefined;
  /** Asks with the addresses and sizes from the failure; undefined if the user cancels. */
  readonly ask: (homeTarget: HomeTarget, failure: Failure) => Promise<FlashConsent | undefined>;
  /** Describes, however the run ended, how to restore the saved flash. */
  readonly showBackup: (homeTarget: HomeTarget, consent: FlashConsent) => Promise<void>;
}

/** The folder of a home's backups of overwritten flash. */
export function backupsFolder({ cwd }: Home): string {
  return join(cwd, '.cyclescope', 'flash');
}

function toKey({ home, target }: HomeTarget): string {
  return `flash:${home.id} ${target.id} ${target.elfs?.headline ?? target.images ?? ''}`;
}

/** A new folder for one board's flash, named by the time. */
function newBackup({ home, target }: HomeTarget): string {
  const time = new Date().toISOString().replaceAll(/[-:]|\..*/g, '');
  return join(backupsFolder(home), `${toFileName(target.id)}-${time}`);
}

async function showBackup({ home, target }: HomeTarget, { backup }: FlashConsent): Promise<void> {
  if (backup === undefined || !isBackup(backup)) return;
  const restore = vscode.l10n.t('Restore the Firmware…');
  const text = vscode.l10n.t(
    'The previous flash contents of {0} are backed up in {1}.',
    target.id,
    backup,
  );
  if ((await showInformation(text, restore)) !== restore) return;
  const argument = { home: home.id, target: target.id };
  await vscode.commands.executeCommand(commands.restoreFirmware, argument);
}

/** Asks once per board and image, or each time. */
export function newFlashQuestions({
  workspaceState,
}: Pick<vscode.ExtensionContext, 'workspaceState'>): FlashQuestions {
  return {
    recall: (homeTarget) =>
      workspaceState.get<boolean>(toKey(homeTarget)) === true ? { allowFlash: true } : undefined,
    ask: async (homeTarget, { message }) => {
      const write = vscode.l10n.t('Write to Flash');
      const backUp = vscode.l10n.t('Back Up First, Then Write');
      const always = vscode.l10n.t('Always for this Image');
      const detail = vscode.l10n.t(
        'Nothing has been written yet. A backup is stored in .cyclescope/flash: raw bytes with their addresses and SHA-256.',
      );
      const question = vscode.l10n.t(
        'Overwrite the flash of {0} with the agent?',
        homeTarget.target.id,
      );
      const chosen = await choose(question, {
        detail: `${message}.\n\n${detail}`,
        actions: [backUp, write, always],
      });
      if (chosen === undefined) return undefined;
      if (chosen === always) await workspaceState.update(toKey(homeTarget), true);
      return { allowFlash: true, backup: chosen === backUp ? newBackup(homeTarget) : undefined };
    },
    showBackup,
  };
}

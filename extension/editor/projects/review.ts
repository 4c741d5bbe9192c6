import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import type { FileChange, Project, ProjectChange } from '../../targets/projects/project';
import { copySummary } from '../../targets/projects/summary';
import { changeScheme } from '../ids';
import { copyText, type Reviewed, reviewItems } from './review-items';

/** Texts of a change that is shown, by the URI under which it is. */
export interface ChangeTexts extends vscode.Disposable {
  readonly show: (texts: ReadonlyMap<string, string>) => void;
}

/** Lends the editor the texts before and after a change; only the latest one's. */
export function newChangeTexts(): ChangeTexts {
  let shown: ReadonlyMap<string, string> = new Map();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registered = vscode.workspace.registerTextDocumentContentProvider(changeScheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => shown.get(uri.toString()) ?? '',
  });
  return {
    show: (texts) => {
      shown = texts;
      // An editor that is open still has the texts of a change before.
      for (const uri of texts.keys()) changed.fire(vscode.Uri.parse(uri));
    },
    dispose: () => [changed, registered].forEach((each) => each.dispose()),
  };
}

interface Shown {
  readonly file: vscode.Uri;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

function placed({ path }: FileChange): Shown {
  const file = vscode.Uri.file(path);
  const side = (query: string) => file.with({ scheme: changeScheme, query });
  return { file, before: side('before'), after: side('after') };
}

/** What is shown of a change: each file, and the agent's own folder as one. */
function shownOf(change: ProjectChange): readonly FileChange[] {
  const { copy, files } = copySummary(change);
  const text = copyText(copy, vscode.l10n.t);
  if (text === '') return files;
  const path = join(change.folder, copy.folder, vscode.l10n.t('all files'));
  const line = `${copy.folder}/: ${text}`;
  const isGone = copy.added + copy.changed === 0;
  const one = { path, before: isGone ? line : undefined, after: isGone ? undefined : line };
  return [...files, one];
}

/** Shows a change as VS Code shows changes, and asks; whether it shall be made. */
export async function reviewChange(
  texts: ChangeTexts,
  project: Project,
  reviewed: Reviewed,
  words: { readonly make: string; readonly leave: string },
): Promise<boolean> {
  const { change } = reviewed;
  const shown = shownOf(change);
  const sides = shown.map((file) => ({ ...placed(file), change: file }));
  texts.show(
    new Map(
      sides.flatMap(({ before, after, change: file }) => [
        [before.toString(), file.before ?? ''],
        [after.toString(), file.after ?? ''],
      ]),
    ),
  );
  await vscode.commands.executeCommand(
    'vscode.changes',
    change.title,
    sides.map(({ file, before, after }) => [file, before, after]),
  );
  const { copy, files } = copySummary(change);
  const own = files.map(({ path }) => relative(change.folder, path));
  const copied = copyText(copy, vscode.l10n.t);
  const detail = [...own, ...(copied === '' ? [] : [`${copy.folder}/: ${copied}`])].join(' · ');
  const items = reviewItems(project, reviewed, { ...words, detail }, vscode.l10n.t);
  const shallMake = await ask(items, change.title);
  await close(change.title);
  return shallMake;
}

/** What was decided need not be looked at any more; the tab's label has the number of files behind its title. */
async function close(title: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ label }) => label.startsWith(title)));
}

/** Stays until it is answered, so that the change can be read through. */
function ask(items: ReturnType<typeof reviewItems>, title: string): Promise<boolean> {
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  return new Promise((resolve) => {
    pick.items = items;
    pick.title = title;
    pick.placeholder = vscode.l10n.t('Look through the change, then decide');
    pick.ignoreFocusOut = true;
    pick.onDidAccept(() => {
      const action = pick.selectedItems[0]?.action;
      if (action === undefined) return;
      resolve(action === 'make');
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(false);
      pick.dispose();
    });
    pick.show();
  });
}

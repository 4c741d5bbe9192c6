import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import type { QuickPickItem } from 'vscode';
import {
  chooseAnswer,
  type Answers,
  answersTo,
  copySummary,
  type FileChange,
  type Project,
  type ProjectChange,
  type ProjectQuestion,
} from '../../../projects';
import { changeScheme } from '../../names';
import { formatBytes } from '../../services/runs';

/** Texts of a displayed change, by their URIs. */
export interface ChangeTexts extends vscode.Disposable {
  readonly show: (texts: ReadonlyMap<string, string>) => void;
}

/** Provides the editor with the texts before and after the latest change. */
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
      // An open editor still shows the texts of an earlier change.
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

function toShown({ path }: FileChange): Shown {
  const file = vscode.Uri.file(path);
  const side = (query: string) => file.with({ scheme: changeScheme, query });
  return { file, before: side('before'), after: side('after') };
}

/** The displayed part of a change: each file, and the agent's own folder as one. */
function listShownFiles(change: ProjectChange): readonly FileChange[] {
  const { copy, files } = copySummary(change);
  const text = copyText(copy, vscode.l10n.t);
  if (text === '') return files;
  const path = join(change.folder, copy.folder, vscode.l10n.t('all files'));
  const line = `${copy.folder}/: ${text}`;
  const isGone = copy.added + copy.changed === 0;
  const one = { path, before: isGone ? line : undefined, after: isGone ? undefined : line };
  return [...files, one];
}

/** Shows a change in VS Code's diff editor and asks whether to apply it. */
export async function reviewChange(
  texts: ChangeTexts,
  project: Project,
  reviewed: Reviewed,
  words: { readonly make: string; readonly leave: string },
): Promise<boolean> {
  const { change } = reviewed;
  const shown = listShownFiles(change);
  const sides = shown.map((file) => ({ ...toShown(file), change: file }));
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

/** Closes the diff after the decision; its tab's label ends with the number of files. */
async function close(title: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ label }) => label.startsWith(title)));
}

/** Stays open until answered, so that the change can be read. */
function ask(items: ReturnType<typeof reviewItems>, title: string): Promise<boolean> {
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  return new Promise((resolve) => {
    pick.items = items;
    pick.title = title;
    pick.placeholder = vscode.l10n.t('Review the change, then decide');
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

/** A line of the review; without an action it is only text. */
interface ReviewItem extends QuickPickItem {
  readonly action?: 'make' | 'leave';
}

/** The number of files that change in a folder, without their names. */
interface CopyCount {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly bytes: number;
}

type Translate = (text: string, ...args: (string | number)[]) => string;

const ORDER: readonly ProjectQuestion[] = [
  'version',
  'board',
  'core',
  'target',
  'preset',
  'config',
  'toolchain',
  'probe',
];

/** Summarises the changes to the agent's folder in one line. */
export function copyText({ added, changed, removed, bytes }: CopyCount, t: Translate): string {
  const parts = [
    added > 0 && t('files added: {0}, {1}', added, formatBytes(bytes)),
    changed > 0 && t('files changed: {0}', changed),
    removed > 0 && t('files removed: {0}', removed),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function questionWord(question: ProjectQuestion, t: Translate): string {
  const words: Readonly<Record<ProjectQuestion, string>> = {
    version: t('version'),
    board: t('board'),
    core: t('core'),
    toolchain: t('toolchain'),
    probe: t('probe'),
    target: t('CMake target'),
    preset: t('CMake preset'),
    config: t('configuration'),
  };
  return words[question];
}

/** A change with the answers given before it was computed. */
interface Reviewed {
  readonly change: ProjectChange;
  readonly answers: Answers;
}

/** Everything found in the files, and which of it is used. */
function listItems(
  project: Project,
  question: ProjectQuestion,
  answers: Answers,
  t: Translate,
): readonly ReviewItem[] {
  const word = questionWord(question, t);
  const counts = chooseAnswer(project, question, answers);
  const answered = answersTo(project, question);
  const items = answered.map(({ value, source }): ReviewItem => {
    const isOther = counts !== undefined && counts !== value;
    const parts = [word, source, ...(isOther ? [t('not used')] : [])];
    return { label: value, description: parts.join(' · ') };
  });
  if (counts === undefined || answered.some(({ value }) => value === counts)) return items;
  return [{ label: counts, description: `${word} · ${t('your answer')}` }, ...items];
}

/** Items next to the displayed change: the two answers, the findings, the remarks. */
export function reviewItems(
  project: Project,
  { change, answers }: Reviewed,
  words: { readonly make: string; readonly leave: string; readonly detail: string },
  t: Translate,
): readonly ReviewItem[] {
  const found = ORDER.flatMap((question) => listItems(project, question, answers, t));
  const notes = [
    ...change.remarks,
    ...project.gaps.map(({ what, remedy }) => `${what}. ${remedy}`),
  ];
  return [
    { label: `$(check) ${words.make}`, detail: words.detail, action: 'make' },
    { label: `$(close) ${words.leave}`, action: 'leave' },
    ...section(
      t('Good to know'),
      notes.map((label) => ({ label: `$(info) ${label}` })),
    ),
    ...section(t('Found'), [
      { label: project.title, description: project.sources.join(', ') },
      ...found,
    ]),
  ];
}

/** VS Code's number for a separator: this file imports only its types. */
const SEPARATOR = -1;

function section(label: string, items: readonly ReviewItem[]): readonly ReviewItem[] {
  return items.length === 0 ? [] : [{ label, kind: SEPARATOR }, ...items];
}

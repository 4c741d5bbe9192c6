import type { QuickPickItem } from 'vscode';
import { answerOf, answersTo } from '../../targets/projects/facts';
import { formatBytes } from '../runs/labels';
import type {
  Answers,
  Project,
  ProjectChange,
  ProjectQuestion,
} from '../../targets/projects/project';

/** A line of the review; one without an action only tells. */
export interface ReviewItem extends QuickPickItem {
  readonly action?: 'make' | 'leave';
}

/** How many files of one folder change, without naming each. */
export interface CopyCount {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly bytes: number;
}

type Translate = (text: string, ...args: (string | number)[]) => string;

const ORDER: readonly ProjectQuestion[] = [
  ...(['version', 'board', 'core', 'target', 'preset', 'config'] as const),
  ...(['toolchain', 'probe'] as const),
];

/** What the agent's folder becomes, as one line. */
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

/** A change, and what was answered before it was made. */
export interface Reviewed {
  readonly change: ProjectChange;
  readonly answers: Answers;
}

/** Everything that the files say, and which of it counts. */
function foundItems(
  project: Project,
  question: ProjectQuestion,
  answers: Answers,
  t: Translate,
): readonly ReviewItem[] {
  const word = questionWord(question, t);
  const counts = answerOf(project, question, answers);
  const told = answersTo(project, question);
  const items = told.map(({ value, source }): ReviewItem => {
    const isOther = counts !== undefined && counts !== value;
    const parts = [word, source, ...(isOther ? [t('not used')] : [])];
    return { label: value, description: parts.join(' · ') };
  });
  if (counts === undefined || told.some(({ value }) => value === counts)) return items;
  return [{ label: counts, description: `${word} · ${t('your answer')}` }, ...items];
}

/** What is said beside the change that is shown: the two answers, what was found, what to know. */
export function reviewItems(
  project: Project,
  { change, answers }: Reviewed,
  words: { readonly make: string; readonly leave: string; readonly detail: string },
  t: Translate,
): readonly ReviewItem[] {
  const found = ORDER.flatMap((question) => foundItems(project, question, answers, t));
  const notes = [
    ...change.remarks,
    ...project.gaps.map(({ what, remedy }) => `${what}. ${remedy}`),
  ];
  return [
    { label: `$(check) ${words.make}`, detail: words.detail, action: 'make' },
    { label: `$(close) ${words.leave}`, action: 'leave' },
    ...section(
      t('To know'),
      notes.map((label) => ({ label: `$(info) ${label}` })),
    ),
    ...section(t('Found'), [
      { label: project.title, description: project.sources.join(', ') },
      ...found,
    ]),
  ];
}

/** VS Code's number of a separator: this part knows its types alone. */
const SEPARATOR = -1;

function section(label: string, items: readonly ReviewItem[]): readonly ReviewItem[] {
  return items.length === 0 ? [] : [{ label, kind: SEPARATOR }, ...items];
}

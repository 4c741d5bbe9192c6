import * as vscode from 'vscode';
import {
  type Answers,
  answersTo,
  openQuestions,
  type Project,
  type ProjectQuestion,
} from '../../../projects';

type Memory = Pick<vscode.ExtensionContext, 'workspaceState'>;

const keyOf = ({ folder }: Project) => `answers:${folder}`;

/** The user's earlier answers about a project. */
export function knownAnswers({ workspaceState }: Memory, project: Project): Answers {
  return workspaceState.get<Answers>(keyOf(project)) ?? {};
}

/** Deletes them, so that the files are consulted again. */
export async function forgetAnswers({ workspaceState }: Memory, project: Project): Promise<void> {
  await workspaceState.update(keyOf(project), undefined);
}

/**
 * Asks for what a project's files leave open or contradict, as far as it is needed now, and keeps
 * the answers; undefined if the user cancels.
 */
export async function completeAnswers(
  context: Memory,
  project: Project,
  isNeeded: (question: ProjectQuestion) => boolean = () => true,
): Promise<Answers | undefined> {
  let answers = knownAnswers(context, project);
  for (const question of openQuestions(project, answers).filter(isNeeded)) {
    const answer = await ask(project, question);
    if (answer === undefined) return undefined;
    answers = { ...answers, [question]: answer };
  }
  await context.workspaceState.update(keyOf(project), answers);
  return answers;
}

/** A question's text; one sentence each, since languages order words differently. */
export function questionText(question: ProjectQuestion, title: string): string {
  switch (question) {
    case 'version':
      return vscode.l10n.t('Which version does {0} use?', title);
    case 'board':
      return vscode.l10n.t('For which board is {0} built?', title);
    case 'core':
      return vscode.l10n.t('For which core of the board is {0} built?', title);
    case 'toolchain':
      return vscode.l10n.t('With which toolchain is {0} built?', title);
    case 'probe':
      return vscode.l10n.t('Which probe has the board of {0}?', title);
    case 'target':
      return vscode.l10n.t('Which CMake target of {0} gets the agent?', title);
    case 'preset':
      return vscode.l10n.t('With which CMake preset is {0} built?', title);
    case 'config':
      return vscode.l10n.t('In which configuration is {0} built?', title);
  }
}

async function ask(project: Project, question: ProjectQuestion): Promise<string | undefined> {
  const title = questionText(question, project.title);
  const told = answersTo(project, question);
  if (told.length === 0) {
    const prompt = vscode.l10n.t('None of its files says so.');
    const given = await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true });
    return given === undefined || given.trim() === '' ? undefined : given.trim();
  }
  const items = told.map(({ value, source }) => ({ label: value, description: source }));
  const placeHolder = vscode.l10n.t('Its files say different things.');
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  return picked?.label;
}

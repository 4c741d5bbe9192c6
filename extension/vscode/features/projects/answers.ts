import * as vscode from 'vscode';
import {
  type Answers,
  answersTo,
  openQuestions,
  type Project,
  type ProjectQuestion,
} from '../../../projects';
import { pickOne } from '../../common';

type Memory = Pick<vscode.ExtensionContext, 'workspaceState'>;

const toKey = ({ folder }: Project) => `answers:${folder}`;

/** The user's earlier answers about a project. */
export function getKnownAnswers({ workspaceState }: Memory, project: Project): Answers {
  return workspaceState.get<Answers>(toKey(project)) ?? {};
}

/** Deletes them, so that the files are consulted again. */
export async function forgetAnswers({ workspaceState }: Memory, project: Project): Promise<void> {
  await workspaceState.update(toKey(project), undefined);
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
  let answers = getKnownAnswers(context, project);
  for (const question of openQuestions(project, answers).filter(isNeeded)) {
    const answer = await ask(project, question);
    if (answer === undefined) return undefined;
    answers = { ...answers, [question]: answer };
  }
  await context.workspaceState.update(toKey(project), answers);
  return answers;
}

/** A question's text; one sentence each, since languages order words differently. */
export function questionText(question: ProjectQuestion, title: string): string {
  switch (question) {
    case 'version':
      return vscode.l10n.t('Select the version that {0} uses', title);
    case 'board':
      return vscode.l10n.t('Select the board to build {0} for', title);
    case 'core':
      return vscode.l10n.t('Select the core of the board to build {0} for', title);
    case 'toolchain':
      return vscode.l10n.t('Select the toolchain to build {0} with', title);
    case 'probe':
      return vscode.l10n.t('Select the probe of the board for {0}', title);
    case 'target':
      return vscode.l10n.t('Select the CMake target of {0} to add the agent to', title);
    case 'preset':
      return vscode.l10n.t('Select the CMake preset to build {0} with', title);
    case 'config':
      return vscode.l10n.t('Select the configuration to build {0} in', title);
  }
}

async function ask(project: Project, question: ProjectQuestion): Promise<string | undefined> {
  const title = questionText(question, project.title);
  const found = answersTo(project, question);
  if (found.length === 0) {
    const prompt = vscode.l10n.t("None of the project's files specifies this.");
    const given = await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true });
    return given === undefined || given.trim() === '' ? undefined : given.trim();
  }
  const items = found.map(({ value, source }) => ({ label: value, description: source }));
  const placeHolder = vscode.l10n.t("The project's files disagree.");
  const picked = await pickOne(items, { title, placeHolder });
  return picked?.label;
}

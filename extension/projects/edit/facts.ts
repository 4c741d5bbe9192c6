import { getProjectKind } from './kinds';
import { OWN_BUILD } from './project-folder';
import type { Answers, Project, ProjectFact, ProjectQuestion } from './project';

/** Questions for which one of several answers must be chosen. */
export const CHOICES: readonly ProjectQuestion[] = ['board', 'core', 'target', 'preset', 'config'];

/** The files' answers to one question: each value once, with the best source. */
export function answersTo(
  { facts }: Pick<Project, 'facts'>,
  question: ProjectQuestion,
): readonly ProjectFact[] {
  const asked = facts.filter((fact) => fact.question === question);
  return asked.filter(
    ({ value }, index) => asked.findIndex((other) => other.value === value) === index,
  );
}

/** The answer that counts: the user's, that of an earlier build of ours, or the only one there is. */
export function chooseAnswer(
  project: Pick<Project, 'facts'>,
  question: ProjectQuestion,
  answers: Answers = {},
): string | undefined {
  const facts = answersTo(project, question);
  const earlier = facts.find(({ source }) => OWN_BUILD.test(source));
  return answers[question] ?? (facts.length > 1 ? earlier : facts[0])?.value;
}

/** Questions to ask before the agent is added and built; the choices are `answersTo` each. */
export function openQuestions(project: Project, answers: Answers = {}): readonly ProjectQuestion[] {
  const { needed } = getProjectKind(project);
  return CHOICES.filter((question) => {
    if (chooseAnswer(project, question, answers) !== undefined) return false;
    return needed.includes(question) || answersTo(project, question).length > 1;
  });
}

/** Names of the questions, for people. */
export const QUESTIONS: Readonly<Record<ProjectQuestion, string>> = {
  version: 'version',
  board: 'board',
  core: 'core',
  toolchain: 'toolchain',
  probe: 'probe',
  target: 'CMake target',
  preset: 'CMake preset',
  config: 'build configuration',
};

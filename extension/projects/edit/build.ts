import type { ImageBuild } from '../../agent';
import { answerOf, openQuestions, QUESTIONS } from './facts';
import { kindOf } from './kinds';
import type { Answers, BuildPlan, Project } from './project';

export { buildFolder } from './kinds';

/** The programs that build a project with the agent in it, with the project's own tools. */
export function stepsToBuild(
  project: Project,
  build: ImageBuild,
  answers: Answers,
  platform: NodeJS.Platform,
): BuildPlan {
  const [gap] = project.gaps;
  if (gap !== undefined) return { gap };
  const [open] = openQuestions(project, answers);
  if (open !== undefined) {
    return { gap: { what: `The ${QUESTIONS[open]} is not chosen yet`, remedy: 'Choose one.' } };
  }
  return kindOf(project).stepsToBuild({
    project,
    build,
    answer: (question) => answerOf(project, question, answers),
    platform,
  });
}

export { changeToAdd } from './add';
export { applyChange } from './apply';
export { readBuilt, stepsToBuild } from './built';
export { answerOf, answersTo, CHOICES, openQuestions, QUESTIONS } from './facts';
export { findProjects } from './find';
export { kindOf } from './kinds';
export type {
  Answers,
  BuildStep,
  ChangeOutcome,
  FileChange,
  Project,
  ProjectChange,
  ProjectQuestion,
} from './project';
export { changeToRemove } from './remove';
export { readSdk } from './sdk';
export { readState } from './state';
export { copySentence, copySummary } from './summary';

export { changeToAdd } from './add';
export { applyChange } from './apply';
export { agentsFolder, agentsFolderAbove, readBuilt, stepsToBuild } from './built';
export { chooseAnswer, answersTo, CHOICES, openQuestions, QUESTIONS } from './facts';
export { findProjects } from './find';
export { projectFiles, getProjectKind, projectMarks, projectTitles } from './kinds';
export {
  type Answers,
  type BuildStep,
  type ChangeOutcome,
  copySentence,
  copySummary,
  type FileChange,
  type Project,
  type ProjectChange,
  type ProjectQuestion,
} from './project';
export { changeToRemove } from './remove';
export { readSdk } from './sdk';
export { readState } from './state';

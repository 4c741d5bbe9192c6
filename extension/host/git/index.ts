export { type GitAnswer, runGit } from './git';

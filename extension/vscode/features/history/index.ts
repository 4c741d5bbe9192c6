export { findCommit } from './find-commit';
export { registerHistory } from './history';

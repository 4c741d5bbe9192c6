export {
  bisect,
  type BisectOrder,
  type BisectResult,
  type BisectStep,
  type Measurement,
} from './bisect';
export {
  type Commit,
  commitIdOf,
  openRepository,
  readCommits,
  type Repository,
  type Worktree,
} from './worktree';

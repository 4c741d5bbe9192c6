export {
  bisect,
  type BisectOrder,
  type BisectResult,
  type BisectStep,
  type Measurement,
} from './bisect';
export { type Commit, commitOf, openRepository, type Repository, type Worktree } from './worktree';

export {
  bisect,
  type BisectOrder,
  type BisectResult,
  type BisectStep,
  type Measurement,
} from './bisect';
export type { Commit, Worktree } from './worktree';

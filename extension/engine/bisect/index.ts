export {
  bisectBenchmark,
  bisectUnjudged,
  buildCommit,
  type CommitMeter,
  copyObjects,
} from './benchmark';
export {
  type Commit,
  readCommitId,
  openRepository,
  readCommits,
  type Repository,
  type Worktree,
} from './worktree';
export { bisectStepText, bisectText } from './text';

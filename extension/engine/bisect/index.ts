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
} from './worktree';
export { bisectStepText, bisectText } from './text';

export { exportRun, openArchive } from './archive';
export {
  bisectBenchmark,
  bisectStepText,
  bisectText,
  bisectUnjudged,
  buildCommit,
  type Commit,
  readCommitId,
  type CommitMeter,
  copyObjects,
  openRepository,
  readCommits,
  type Repository,
} from './bisect';
export { requireColumn, resolveColumns } from './columns';
export {
  type DecodedFile,
  decodeFile,
  type DecodeFileOptions,
  toPasses,
  runSummary,
} from './decode';
export { agentImage, inspectTargets, type TargetReport } from './doctor';
export {
  type DecidingFigures,
  readDecidingFigures,
  readRun,
  readRunHeads,
  type StoredRecord,
} from './figures';
export { importRun } from './import';
export {
  describeInstructions,
  type InstructionsRequest,
  PROFILE_FILE,
  profileReading,
  readProfile,
  readRunAsProfiled,
  requireProfile,
} from './profile';
export {
  type Bytes,
  type DescriptionTexts,
  type EventTexts,
  exportTrace,
  loadTrace,
  newEventTexts,
  type OpenProgress,
  openBytes,
  openTrace,
  toPackedPath,
  type RecordingRange,
  type RecordingSource,
} from './recording';
export {
  BASELINE,
  type ListedRun,
  listRuns,
  readPinnedRun,
  pinRun,
  resolveRun,
  type StoredRun,
  listStoredRuns,
  unpinRun,
} from './resolve';
export { sampleBenchmark, sampleFirmware, type SampleRequest } from './sample';
export { findAbandonedRuns, getRunsFolder, writeFileAtomic, writeNamedFile } from './run-folder';
export { keepAbandoned } from './unfinished';
export {
  newAnyMatcher,
  onceFree,
  benchName,
  planTurns,
  profileRun,
  getDefaultRepeats,
  reachTarget,
  runBenchmarks,
  runInShards,
  runInterleaved,
  type TurnsQuestion,
  type RunContext,
  type RunListeners,
  type RunOutcome,
  type RunProgress,
  type RunSpec,
  selectBenches,
  valuesBySuite,
} from './run';

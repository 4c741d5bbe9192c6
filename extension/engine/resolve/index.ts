export {
  BASELINE,
  type ListedRun,
  listRuns,
  readPinnedRun,
  pinRun,
  resolveRun,
  type RunPlace,
  listStoredRuns,
  unpinRun,
} from './resolve';

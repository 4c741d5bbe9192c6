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

export {
  BASELINE,
  type ListedRun,
  listRuns,
  readPinnedRun,
  type ReferenceFolders,
  pinRun,
  resolveRun,
  type StoredRun,
  listStoredRuns,
  unpinRun,
} from './resolve';

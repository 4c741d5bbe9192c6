export {
  BASELINE,
  type ListedRun,
  listRuns,
  pinnedRun,
  pinRun,
  readRun,
  resolveRun,
  type RunPlace,
  storedRuns,
  unpinRun,
} from './resolve';

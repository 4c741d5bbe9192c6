export {
  BASELINE,
  type ListedRun,
  listRuns,
  pinnedRun,
  pinRun,
  readRun,
  resolveRun,
  type RunPlace,
  unpinRun,
} from './resolve';

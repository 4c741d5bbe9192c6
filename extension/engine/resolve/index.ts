export {
  BASELINE,
  listRuns,
  pinnedRun,
  pinRun,
  readRun,
  resolveRun,
  type RunPlace,
  unpinRun,
} from './resolve';

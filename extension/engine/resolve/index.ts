export {
  BASELINE,
  type ListedRun,
  listRuns,
  pinnedRun,
  pinRun,
  resolveRun,
  type RunPlace,
  storedRuns,
  unpinRun,
} from './resolve';

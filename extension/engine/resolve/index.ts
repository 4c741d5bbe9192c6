export { readRun } from './read';
export {
  BASELINE,
  listRuns,
  pinnedRun,
  pinRun,
  resolveRun,
  type RunPlace,
  unpinRun,
} from './resolve';

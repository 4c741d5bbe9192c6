export {
  type DecidingFigures,
  FIGURES_FILE,
  readDecidingFigures,
  readRun,
  readRunHeads,
  RECORD_FILE,
  type StoredRecord,
  writeRecord,
} from './figures';

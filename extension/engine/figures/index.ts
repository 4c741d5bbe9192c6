export {
  type DecidingFigures,
  readDecidingFigures,
  readRunHeads,
  type RecordPlace,
  writeRecord,
} from './figures';

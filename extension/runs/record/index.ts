export { isIdentity } from './identity';
export { mergePasses } from './merge';
export {
  extractRecordHead,
  readHead,
  readRunRecord,
  type RecordHead,
  recordHeadSchema,
} from './read';
export {
  formatRunRecord,
  IMPORTED_TARGET,
  createImportedRecord,
  type OperationRecord,
  RECORD_SCHEMA,
  revisionText,
  type RunPass,
  type RunRecord,
  runRecordSchema,
} from './record';
export { buildPass, countPassRepeats, type PassRun } from './pass';
export {
  type DecidingFigure,
  decidingFigure,
  inNanoseconds,
  type LayoutBand,
  type OperationRow,
  repeatKey,
  rowMargins,
  rowThroughput,
  rowUppers,
  type SampleFigures,
  type Standing,
} from './row';
export { RULES, chooseRules, getRulesVersion } from './rules';
export { selectTwins, withVariants } from './variants';
export { hasLastingDoubts, isWithheld, noteLeftOut, soundRepeats } from './standing';
export { summarise } from './summarise';

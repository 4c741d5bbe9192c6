export { operationCount, readHead, type RecordHead } from './head';
export { IMPORTED_TARGET, importedRecord } from './imported-record';
export { buildPass, type PassRun } from './pass';
export { readRunRecord } from './read';
export {
  formatRunRecord,
  type OperationRecord,
  RECORD_SCHEMA,
  type RunPass,
  type RunRecord,
} from './record';
export type { OperationRow, SampleFigures, Standing } from './row';
export { amongTwins, withStandIns } from './stand-ins';
export { isWithheld } from './standing';
export { summarise } from './summarise';
export { rowThroughput } from './throughput';

export { inClockUnit } from './comparable';
export { mean, sum } from './derived';
export type {
  PublishedColumn,
  PublishedDocument,
  PublishedMake,
  PublishedPart,
  PublishedRow,
  PublishedSystem,
  PublishedUnit,
} from './model';
export { LANGUAGES, nativeCase, PAIRED_CASES } from './overtos';
export { findPublished, publishedColumns } from './published';
export { METRICS, rowName, type Sweep, table1, table2 } from './twr';

export { findPublished, inClockUnit, publishedColumns } from './published';
export { mean } from './derived';
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
export { METRICS, rowName, type Sweep, table1, table2 } from './twr';

export {
  type Bytes,
  openBytes,
  toPackedPath,
  readInMemory,
  readPacked,
  type RecordingSource,
} from './bytes';
export { exportTrace } from './export';
export { loadTrace, type OpenProgress, openTrace, type RecordingRange } from './load';
export { type DescriptionTexts, type EventTexts, newEventTexts } from './texts';

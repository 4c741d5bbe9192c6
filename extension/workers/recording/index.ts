export type {
  OpenProgress,
  OpenRecording,
  RecordingCalls,
  RecordingRange,
  RecordingSource,
  SampleName,
  WindowRequest,
} from './protocol';

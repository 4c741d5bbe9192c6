export type { ColumnPlace, FiguresCalls, PublishedChoice, TakenRun } from './figures';
export type {
  OpenProgress,
  OpenRecording,
  RecordingCalls,
  RecordingRange,
  RecordingSource,
  SampleName,
  WindowRequest,
} from './recording';
export type {
  GatedOperation,
  KeptRun,
  LiveProgress,
  MeasuredRow,
  RunCalls,
  RunTelling,
} from './run';
export type { BuildTelling, ProjectCalls, SystemCalls } from './system';

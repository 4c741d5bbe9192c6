export type {
  ColumnSource,
  FiguresCalls,
  OperationChange,
  PackedHistory,
  PublishedChoice,
  ShownChange,
  SourceCosts,
  TakenRun,
} from './figures';
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
  GateReport,
  KeptRun,
  LiveProgress,
  MeasuredRow,
  RunCalls,
  RunUpdate,
  TurnsRequest,
} from './run';
export type { BuildUpdate, ProjectCalls, SystemCalls } from './system';
export type { MeasuredRun, ToolCalls } from './tools';

export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  PackedHistory,
  ProfileSummary,
  PublishedChoice,
  RecordPlace,
  SourceCosts,
  TakenRun,
} from './protocol';

export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  PackedHistory,
  ProfileSummary,
  PublishedChoice,
  RecordPlace,
  ShownChange,
  SourceCosts,
  TakenRun,
} from './protocol';

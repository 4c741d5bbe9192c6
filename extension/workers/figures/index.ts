export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  PackedHistory,
  ProfileSummary,
  PublishedChoice,
  SourceCosts,
  TakenRun,
} from './protocol';

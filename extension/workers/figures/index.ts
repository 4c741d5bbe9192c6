export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  PackedHistory,
  ProfileSummary,
  PublishedChoice,
  ShownChange,
  SourceCosts,
  TakenRun,
} from './protocol';

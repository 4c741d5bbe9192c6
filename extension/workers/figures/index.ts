export type {
  ColumnSource,
  FiguresCalls,
  OperationChange,
  PackedHistory,
  PublishedChoice,
  ShownChange,
  SourceCosts,
  TakenRun,
} from './protocol';

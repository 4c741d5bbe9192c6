export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  PackedHistory,
  PublishedChoice,
  ShownChange,
  SourceCosts,
  TakenRun,
} from './protocol';

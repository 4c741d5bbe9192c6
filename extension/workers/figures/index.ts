export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  PublishedChoice,
  TakenRun,
} from './protocol';

export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  ProfileSummary,
  PublishedChoice,
  TakenRun,
} from './protocol';

export type {
  ColumnPlace,
  FiguresCalls,
  OperationChange,
  ProfileSummary,
  PublishedChoice,
  SourceCosts,
  TakenRun,
} from './protocol';

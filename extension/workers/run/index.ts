export type {
  GatedOperation,
  KeptRun,
  LiveProgress,
  MeasuredRow,
  RunCalls,
  RunTelling,
} from './protocol';

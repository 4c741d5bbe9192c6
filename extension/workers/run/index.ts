export type {
  GatedOperation,
  KeptRun,
  LiveProgress,
  MeasuredRow,
  RunCalls,
  RunUpdate,
} from './protocol';

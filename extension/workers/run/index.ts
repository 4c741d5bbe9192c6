export type {
  GatedOperation,
  GateReport,
  KeptRun,
  LiveProgress,
  MeasuredRow,
  RunCalls,
  RunUpdate,
} from './protocol';

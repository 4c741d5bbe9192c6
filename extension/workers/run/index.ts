export type {
  GatedOperation,
  GateReport,
  KeptRun,
  LiveProgress,
  MeasuredRow,
  RunCalls,
  RunUpdate,
  TurnsRequest,
} from './protocol';

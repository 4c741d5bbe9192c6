export type { KeptRun, RunCalls, RunTelling } from './protocol';

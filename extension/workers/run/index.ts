export type { KeptRun, LiveProgress, RunCalls, RunTelling } from './protocol';

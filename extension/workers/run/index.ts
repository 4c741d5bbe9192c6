export type { KeptRun, RunCalls, RunTelling, WorkerOrder } from './protocol';

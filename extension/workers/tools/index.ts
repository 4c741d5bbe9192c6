export type { MeasuredRun, ToolCalls } from './protocol';

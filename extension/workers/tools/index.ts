export type { AgentCall, MeasuredRun, ToolCalls } from './protocol';

export { type ForeignTrace, type TraceFile, type TraceFormat, type TraceReader } from './format';
export { traceFormats } from './formats';
export { traceRows, type TraceRows } from './rows';

export { collectTrace } from './collect';
export { explainStretch } from './explain';
export {
  type ForeignTrace,
  type TraceFile,
  type TraceFormat,
  traceFormats,
  type TraceReader,
  traceRows,
} from './formats';
export { listDecodedCores, mergeStores } from './merge';
export type {
  CoreShares,
  EventRow,
  ExplainedSample,
  Explanation,
  Lane,
  Moment,
  Stretch,
  TraceInfo,
  TraceOperation,
} from './model';
export { type DecodedTrace, type TraceRecording, traceRecording } from './recording';
export { laneFinder } from './rows';
export { explainSample, findSample, slowestSamples } from './slow';
export { findFirstAbove } from './stretches';
export { passEvents, statesAt } from './sweep';
export { momentAt, computeCoreShares, renderWindow } from './render-window';
export { decodeWindow, encodeWindow, type LaneWindow, type TraceWindow } from './window';

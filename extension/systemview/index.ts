export {
  type Activities,
  type ActivityKind,
  type CoreState,
  endStretch,
  findActivity,
  getActivityKind,
  newActivities,
  newCoreState,
  type OnStretch,
  step,
  meansLoss,
  UNKNOWN,
} from './activity';
export {
  dataStart,
  type DecodedStream,
  type Decoder,
  type DecoderOptions,
  type Header,
  MAX_HEADER,
  newDecoder,
  readHeader,
  type Recording,
} from './decoder';
export { type Description, NO_DESCRIPTION, parseDescription } from './description';
export { encodeString, packetBytes, svdatHeader, SYNC, u32 } from './encode';
export { measureExtent, newExtent } from './extent';
export { eventLine, eventTitle, formatEvent } from './format';
export {
  EventId,
  eventName,
  ExtendedId,
  FIRST_MODULE_EVENT,
  FIRST_WITH_LENGTH,
  getFixedFields,
} from './ids';
export { expandId, type Knowledge, moduleEventNumber, findModule, systemItem } from './knowledge';
export { newProblems, type Problems } from './problems';
export type { Packet } from './sink';
export {
  append,
  eventAt,
  type EventStore,
  findFirstAt,
  newStore,
  scanEvents,
  type StoredEvent,
  lengthAt,
  timeAt,
} from './store';
export { type CoreSummary, type DecodeSummary, summariseRecording } from './summary';
export { type FormatContext, resourceText, taskText } from './value';

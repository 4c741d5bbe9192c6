export {
  type Call,
  type CallOptions,
  type Calls,
  type Client,
  type Failure,
  failureOf,
  newClient,
  type Port,
  RemoteFailure,
  serve,
  type Served,
  type Serving,
  Transferred,
} from './calls';
export { createF64Column, createU16Column, createU32Column, createU8Column } from './column';
export {
  escapeMarkup,
  isSentence,
  listNames,
  nearest,
  quoteForShell,
  visibleJson,
  shortCommit,
  visibleLine,
  visibleText,
} from './text';
export {
  LONGEST_ANSWER_MS,
  cancellationError,
  didYouMean,
  EngineError,
  type EngineErrorCode,
  systemCode,
  throwIfCancelled,
  TargetError,
  type TargetErrorCode,
  unreadableError,
} from './failures';
export {
  protobufField,
  protobufMessage,
  protobufText,
  type ProtobufBytes,
  readProtobuf,
} from './protobuf';
export {
  countEach,
  type Fields,
  fieldsOf,
  groupBy,
  kilohertz,
  lookUp,
  newTable,
  parseCount,
  parseInteger,
  remember,
  seededRandom,
  sumCounts,
  sumGroupedCounts,
  textOf,
  textsOf,
} from './values';
export { type OptionTable, splitArguments, takeOptions } from './options';

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
  cancelled,
  didYouMean,
  EngineError,
  type EngineErrorCode,
  systemCode,
  TargetError,
  type TargetErrorCode,
} from './failures';
export { type Fields, fieldsOf, kilohertz, textOf, textsOf } from './fields';
export { groupBy } from './group';
export { nearest } from './near';
export { type OptionTable, splitArguments, takeOptions } from './options';
export { parseCount, parseInteger } from './parse-numbers';
export { quoted } from './quote';
export { isSentence } from './sentence';

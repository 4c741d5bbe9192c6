export { readRing } from './channel';
export { CACHE_HINT } from './failures';
export {
  type AgentChannels,
  awaitAgentChannels,
  clearControlBlock,
  findBrokenRing,
  type FoundAgent,
} from './find-agent';
export { createLineQueue, lineBytes, type LineQueue } from './lines';
export { contains, formatAddress, type Memory, type Region } from './memory';
export { pollingCarrier } from './polling';
export { findRecorder, type Recorder, type RecorderAddresses } from './recorder';
export { socketCarrier } from './socket';
export { type CarrierListener, type RttCarrier, startTraffic, type Traffic } from './traffic';

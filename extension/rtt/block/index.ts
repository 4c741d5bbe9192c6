export {
  type Channel,
  pendingIn,
  planDown,
  rawRing,
  readOffsetWord,
  readUp,
  RING_AT,
  ringIn,
  type Update,
  writeDown,
  writeOffsetWord,
} from './channel';
export {
  access,
  type Access,
  findChannel,
  type Found,
  HEADER_SIZE,
  readControlBlock,
  RTT_ID,
} from './control-block';
export { contains, hex, type Memory, type Region, regionsText } from './memory';
export { advance, pending, type Ring, spansToRead } from './ring';

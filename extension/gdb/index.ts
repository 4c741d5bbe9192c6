export {
  gdbChecksum,
  gdbMemory,
  programFlash,
  readChecksum,
  readMemory,
  writeMemory,
} from './memory';
export { connectGdb, type GdbClient } from './client';
export { type MemoryArea, readMemoryMap, readRegister, writeRegister } from './description';
export { QEMU_STUB, type ServerQuirks, UNKNOWN_SERVER } from './quirks';

export { gdbChecksum, readChecksum } from './checksum';
export { connectGdb, type GdbClient } from './client';
export { programFlash } from './flash';
export { type MemoryArea, readMemoryMap } from './memory-map';
export { gdbMemory, readMemory, writeMemory } from './memory';
export { QEMU_STUB, type ServerQuirks, UNKNOWN_SERVER } from './quirks';
export { writeRegister } from './registers';
export { createTurns } from './turns';

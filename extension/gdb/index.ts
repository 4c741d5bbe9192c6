export { gdbChecksum, gdbMemory, readChecksum, readMemory, writeMemory } from './memory';
export { connectGdb, type GdbClient } from './client';
export { programFlash } from './flash';
export { type MemoryArea, readMemoryMap, writeRegister } from './description';
export { QEMU_STUB, type ServerQuirks, UNKNOWN_SERVER } from './quirks';
export { createTurns } from './dialogue';

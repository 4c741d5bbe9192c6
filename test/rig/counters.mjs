/** @typedef {ReturnType<typeof createCounters>} Counters */

/** Counts the accesses to the debug port, and the bytes of memory that went through it. */
export const createCounters = () => ({
  dpReads: 0,
  dpWrites: 0,
  apReads: 0,
  apWrites: 0,
  bytesRead: 0,
  bytesWritten: 0,
});

/** @typedef {ReturnType<typeof createCounters>} Counters */

/** How often the debug port was accessed, and how many bytes of memory went through it. */
export const createCounters = () => ({
  dpReads: 0,
  dpWrites: 0,
  apReads: 0,
  apWrites: 0,
  bytesRead: 0,
  bytesWritten: 0,
});

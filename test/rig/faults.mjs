/** @typedef {ReturnType<typeof createFaults>} Faults */
/**
 * A target's identification; omitted members are those of the emulated core.
 * @typedef {{ dpidr: number, cpuid?: number | undefined }} Identity
 */
/**
 * A fault of an answer on the wire: the port is busy, refuses until its error is
 * cleared, answers with a damaged word, or does not answer.
 * @typedef {'wait' | 'fault' | 'parity' | 'silent'} WireFault
 */
/**
 * The number of accesses or the duration; with neither, until it is healed.
 * @typedef {{ times?: number | undefined, forMs?: number | undefined }} Extent
 */

/** Holds which faults are due. */
export function createFaults() {
  /** @type {Map<WireFault, { times: number, until: number }>} */
  const due = new Map();
  let delayMs = 0;
  let isLocked = false;
  return {
    /** Lets accesses fail from now on. */
    arm: (/** @type {WireFault} */ kind, /** @type {Extent} */ { times, forMs }) => {
      const until = forMs === undefined ? Infinity : Date.now() + forMs;
      due.set(kind, { times: times ?? Infinity, until });
    },
    /** True if this access is one of those that fail so. */
    strikes: (/** @type {WireFault} */ kind) => {
      const fault = due.get(kind);
      if (fault === undefined) return false;
      if (Date.now() >= fault.until || fault.times <= 0) {
        due.delete(kind);
        return false;
      }
      fault.times--;
      return true;
    },
    /** Every answer of a probe comes so much later. */
    setDelay: (/** @type {number} */ milliseconds) => {
      delayMs = milliseconds;
    },
    delay: () => delayMs,
    /** The access port refuses every access to memory, as under read-out protection. */
    lock: () => {
      isLocked = true;
    },
    isLocked: () => isLocked,
    heal: () => {
      due.clear();
      delayMs = 0;
      isLocked = false;
    },
  };
}

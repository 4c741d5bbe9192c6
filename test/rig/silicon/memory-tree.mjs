/** @typedef {import('./machine.mjs').Region} Region */

/** The view of the first core; on machines with two states of security both see the same. */
const VIEW = /^ AS "cpu-memory-0"/m;
const RANGE = /^ {2}([0-9a-f]{16})-([0-9a-f]{16}) \(prio -?\d+, ([a-z/]+)\): (\S+)/gm;
const MEMORY = new Set(['ram', 'rom', 'romd']);
/** RAM behind a controller that admits or refuses the states of security. */
const GUARDED_RAM = 'tz-mpc-upstream';

/**
 * Reads from QEMU's `info mtree -f` what answers at which addresses of the first core.
 * @returns {import('./machine.mjs').AddressMap}
 */
export function parseMemoryTree(/** @type {string} */ text) {
  const view = text.split(/^FlatView /m).find((part) => VIEW.test(part)) ?? '';
  const ranges = [...view.matchAll(RANGE)].map(([, first = '', last = '', kind = '', name]) => ({
    start: Number.parseInt(first, 16),
    end: Number.parseInt(last, 16) + 1,
    isMemory: MEMORY.has(kind) || name === GUARDED_RAM,
  }));
  return {
    memories: join(ranges.filter(({ isMemory }) => isMemory)),
    peripherals: join(ranges.filter(({ isMemory }) => !isMemory)),
  };
}

/** Neighbours become one region, so that an access may reach from one into the next. */
function join(/** @type {readonly Region[]} */ ranges) {
  /** @type {Region[]} */
  const joined = [];
  for (const { start, end } of ranges) {
    const last = joined.at(-1);
    if (last?.end === start) joined.splice(-1, 1, { start: last.start, end });
    else joined.push({ start, end });
  }
  return joined;
}

/** @typedef {import('./map.mjs').Piece} Piece */

/** Parts of an agent, by the origin of their object files; the first match counts. */
const origins = /** @type {const} */ ([
  ['SEGGER', /systemview-target|SEGGER_(RTT|SYSVIEW)/],
  ['FreeRTOS', /freertos-next|FreeRTOS-Kernel/],
  ['libc', /\/lib(c|g|m|nosys)(_nano)?\.a\b/],
  ['compiler', /\/libgcc\.a\b|crt(begin|end|i|n)\.o$/],
  ['core', /target-agent\/core\//],
  ['port', /target-agent\/(ports|parts)\//],
  ['clock', /target-agent\/clocks\//],
  ['benches', /target-agent\/families\//],
  ['board', /target-agent\/boards\//],
]);

/** Flash limit of the agent's own core. */
export const coreFlashLimit = 8 * 1024;

/** @typedef {(typeof origins)[number][0] | 'other'} Part */

/** Returns the part that an object file belongs to. */
export const findPart = (/** @type {string} */ file) =>
  origins.find(([, pattern]) => pattern.test(file))?.[0] ?? 'other';

/** @typedef {{ part: Part, flash: number, ram: number }} PartSize */

/** Sums flash and RAM of every part: initialised variables count in both. */
export function sizeByPart(/** @type {readonly Piece[]} */ pieces) {
  const parts = [...origins.map(([part]) => part), /** @type {const} */ ('other')];
  /** @returns {PartSize} */
  const measurePart = (/** @type {Part} */ part) => {
    const own = pieces.filter(({ file }) => findPart(file) === part);
    return {
      part,
      flash: sum(own.filter(({ writable, loaded }) => loaded || !writable)),
      ram: sum(own.filter(({ writable }) => writable)),
    };
  };
  return parts.map(measurePart).filter(({ flash, ram }) => flash > 0 || ram > 0);
}

const sum = (/** @type {readonly Piece[]} */ pieces) =>
  pieces.reduce((total, { size }) => total + size, 0);

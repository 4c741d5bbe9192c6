/** The address of the table of the core's debug components; a debugger reads it from the access port. */
export const ROM_TABLE = 0xe00ff000;

const PRESENT = 3;
const TABLE = 0x10;
const GENERIC = 0xe0;
const CORESIGHT = 0x90;
const ARM = 0x4bb;
const DEVARCH = 0xfbc;
/** The debug architecture of Armv8-M, by which a debugger knows a core that has it. */
const ARMV8M_DEBUG = 0x47702a04;

/** @typedef {{ base: number, part: number, kind: number, architecture?: number }} Component */

/** @type {readonly Component[]} */
const units = [
  { base: 0xe0001000, part: 0x002, kind: GENERIC },
  { base: 0xe0002000, part: 0x003, kind: GENERIC },
];
const CONTROL_SPACE = 0xe000e000;
/** @type {Component} */
const table = { base: ROM_TABLE, part: 0x4c3, kind: TABLE };

/**
 * The components of a core: those of Armv7-M, and for a later one another control space.
 * @returns {readonly Component[]}
 */
const listComponents = (/** @type {import('./features.mjs').CoreFeatures} */ { part, isV8 }) => [
  isV8
    ? { base: CONTROL_SPACE, part, kind: CORESIGHT, architecture: ARMV8M_DEBUG }
    : { base: CONTROL_SPACE, part: 0x000, kind: GENERIC },
  ...units,
];

/** Answers for the table and the identifications of components; undefined where there is nothing of them. */
export function createIdentification(
  /** @type {import('./features.mjs').CoreFeatures} */ features,
) {
  const components = listComponents(features);
  return (/** @type {number} */ address) => {
    const offset = address & 0xfff;
    const base = (address & ~0xfff) >>> 0;
    if (base === ROM_TABLE && offset < 0xfcc) return readEntry(components[offset >> 2]);
    const component = [table, ...components].find((candidate) => candidate.base === base);
    if (component === undefined) return undefined;
    if (offset === DEVARCH) return component.architecture;
    return offset >= 0xfcc ? identification(component, offset) : undefined;
  };
}

const readEntry = (/** @type {Component | undefined} */ component) =>
  component ? ((component.base - ROM_TABLE) | PRESENT) >>> 0 : 0;

function identification(/** @type {Component} */ { part, kind }, /** @type {number} */ offset) {
  /** @type {Readonly<Record<number, number>>} */
  const words = {
    0xfd0: 0x04,
    0xfe0: part & 0xff,
    0xfe4: ((ARM & 0xf) << 4) | (part >> 8),
    0xfe8: 0x08 | ((ARM >> 4) & 7),
    0xff0: 0x0d,
    0xff4: kind,
    0xff8: 0x05,
    0xffc: 0xb1,
  };
  return words[offset] ?? 0;
}

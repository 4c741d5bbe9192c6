/** The address of the table of the core's debug components; a debugger reads it from the access port. */
export const ROM_TABLE = 0xe00ff000;

const PRESENT = 3;
const TABLE = 0x10;
const GENERIC = 0xe0;
const ARM = 0x4bb;

/** The components, as an Armv7-M core has them. */
const components = [
  { base: 0xe000e000, part: 0x000, kind: GENERIC },
  { base: 0xe0001000, part: 0x002, kind: GENERIC },
  { base: 0xe0002000, part: 0x003, kind: GENERIC },
];
const table = { base: ROM_TABLE, part: 0x4c3, kind: TABLE };

/** A word of the table or of a component's identification; undefined where there is none. */
export function readIdentification(/** @type {number} */ address) {
  const offset = address & 0xfff;
  const base = (address & ~0xfff) >>> 0;
  if (base === ROM_TABLE && offset < 0xfcc) return entry(offset >> 2);
  const component = [table, ...components].find((candidate) => candidate.base === base);
  return component && offset >= 0xfcc ? identification(component, offset) : undefined;
}

function entry(/** @type {number} */ index) {
  const component = components[index];
  return component ? ((component.base - ROM_TABLE) | PRESENT) >>> 0 : 0;
}

function identification(
  /** @type {{ part: number, kind: number }} */ { part, kind },
  /** @type {number} */ offset,
) {
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

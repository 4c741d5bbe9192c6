/**
 * Turns the crate's descriptions of chips into the table that is shipped, four kinds of lines:
 *
 *     STM32F4 Series<TAB>STMicroelectronics
 *     ?10000100=52832 10000104&ffff0000=41410000 nRF52832_xxAA
 *      armv7em 0<TAB>x20000000+10000 SRAM<TAB>f8000000+20000
 *       STM32F401CB STM32F401RB
 *
 * A family with its manufacturer; a part with the words by which it is recognised, each an address, with a
 * mask if not all bits matter, and its value; each core with its access port, its name unless it is "main", and its
 * memories; the parts that have those cores. A port with `@1002927` is behind a debug port that answers on SWD
 * only after that was written to TARGETSEL. A memory is RAM that executes (x) or holds only data (d),
 * flash that the core starts from (f), or other memory that keeps its content (n). A capital letter is an
 * alias of memory that is listed as well. Numbers are hexadecimal: start and size.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, defineMappingTag, defineScalarTag, load } from 'js-yaml';
import { findLockedChecksum } from '../../extension/toolchain/crates.mjs';
import { chips } from '../lib/paths.mjs';

/** The table's first line: the crate that is locked. */
export function chipsHeader() {
  const lock = readFileSync(join(chips.project, 'Cargo.lock'), 'utf8');
  return `# From the crate ${chips.crate} (SHA-256 ${findLockedChecksum(lock, chips.crate)}) by npm run chips`;
}

/** @typedef {{ tag: string, [member: string]: unknown }} Tagged a mapping with a tag such as !Ram */
/**
 * @typedef {object} Region
 * @property {string} tag Ram, Nvm or Generic
 * @property {string | null} [name]
 * @property {{ start: number, end: number }} range
 * @property {readonly string[]} cores
 * @property {{ execute?: boolean, boot?: boolean } | null} [access]
 * @property {boolean} [is_alias]
 *
 * @typedef {object} Core
 * @property {string} name
 * @property {string} type
 * @property {{ ap?: { value: string }, targetsel?: number }} core_access_options
 *
 * @typedef {object} Detection a way to recognise parts; its members depend on the tag
 * @property {string} tag
 * @property {number} [part_address]
 * @property {number} [variant_address]
 * @property {number} [part]
 * @property {number} [processor]
 * @property {number} [family]
 * @property {number} [series]
 * @property {Readonly<Record<string, string>>} [variants]
 *
 * @typedef {object} Family
 * @property {string} name
 * @property {readonly Detection[]} [chip_detection]
 * @property {{ id: number, cc: number }} [manufacturer]
 * @property {readonly { name: string, cores: readonly Core[], memory_map: readonly Region[] }[]} variants
 */

const tagName = (/** @type {string} */ tag) => tag.slice(1);

const mappings = defineMappingTag('!', {
  matchByTagPrefix: true,
  create: (tag) => /** @type {Tagged} */ ({ tag: tagName(tag) }),
  addPair: (carrier, key, value) => {
    carrier[String(key)] = value;
    return '';
  },
  has: (carrier, key) => String(key) in carrier,
  keys: (carrier) => Object.keys(carrier),
  get: (carrier, key) => carrier[String(key)],
  identify: () => false,
});

const scalars = defineScalarTag('!', {
  matchByTagPrefix: true,
  resolve: (value, _, tag) => ({ tag: tagName(tag), value }),
  identify: () => false,
});

const schema = CORE_SCHEMA.withTags(mappings, scalars);

/** Reads one of the crate's files. @returns {Family} */
export const readFamily = (/** @type {string} */ text) =>
  /** @type {Family} */ (load(text, { schema }));

/** Manufacturers by JEP106: bank and identity. */
const MANUFACTURERS = /** @type {Readonly<Record<string, string>>} */ ({
  '0:21': 'NXP',
  '0:23': 'Texas Instruments',
  '0:31': 'Microchip',
  '0:32': 'STMicroelectronics',
  '0:52': 'Infineon',
  '0:65': 'Infineon',
  '0:101': 'Analog Devices',
  '2:33': 'Silicon Labs',
  '2:68': 'Nordic',
  '4:35': 'Renesas',
  // Arm's, which the description of the RP235x gives.
  '4:59': 'Raspberry Pi',
  '6:72': 'GigaDevice',
  '6:118': 'Holtek',
  '7:113': 'Vorago',
  '9:5': 'Puya',
  '9:19': 'Raspberry Pi',
  '9:59': 'Artery',
  '11:104': 'Hangshun',
  '13:111': 'Qorvo',
  '13:120': 'Xiaohua',
});

/** @returns {string} */
function getManufacturer(/** @type {Family} */ { name, manufacturer }) {
  if (!manufacturer) return '';
  const known = MANUFACTURERS[`${manufacturer.cc}:${manufacturer.id}`];
  if (known === undefined) {
    throw new Error(
      `${name} is by ${manufacturer.cc}:${manufacturer.id}: name it in MANUFACTURERS`,
    );
  }
  return known;
}

/** The lines of one family; none if it has no Cortex-M. @returns {readonly string[]} */
export function familyLines(/** @type {Family} */ family) {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const { name, cores, memory_map } of family.variants) {
    const lines = cores.filter(isCortexM).map((core) => coreLine(core, memory_map));
    if (lines.length === 0) continue;
    const key = lines.join('\n');
    parts.set(key, [...(parts.get(key) ?? []), name]);
  }
  if (parts.size === 0) return [];
  const first = `${family.name}\t${getManufacturer(family)}`;
  const names = [...parts.values()].flat();
  return [
    first,
    ...identityLines(family, names),
    ...[...parts].flatMap(([cores, names]) => [cores, `  ${names.join(' ')}`]),
  ];
}

/** @returns {readonly string[]} */
function identityLines(
  /** @type {Family} */ { chip_detection: detections = [] },
  /** @type {readonly string[]} */ names,
) {
  const lines = detections.flatMap((each) => {
    if (each.tag === 'NordicFicrInfo') return nordicIdentities(each, detections);
    return each.tag === 'AtsamDsu' ? samIdentities(each) : [];
  });
  return [...new Set(lines)].filter((line) => names.includes(line.replace(/^.* /, '')));
}

const hex = (/** @type {number} */ value) => (value >>> 0).toString(16);

const listVariants = (/** @type {Detection} */ { variants = {} }) =>
  Object.entries(variants).map(([code, name]) => ({ code: Number(code), name }));

/**
 * Of Nordic's variants, only as many letters count as distinguish the parts of a number: the others are revisions,
 * of which newer ones than the crate's exist.
 */
function nordicIdentities(
  /** @type {Detection} */ detection,
  /** @type {readonly Detection[]} */ all,
) {
  const {
    part_address: partAddress = 0,
    variant_address: variantAddress = 0,
    part = 0,
  } = detection;
  const variants = all.filter((each) => each.part === part).flatMap(listVariants);
  const isEnough = (/** @type {number} */ mask) =>
    variants.every(({ code, name }) =>
      variants.every((each) => each.name === name || (each.code & mask) !== (code & mask)),
    );
  const mask = [0, 0xffff_0000, 0xffff_ffff].find(isEnough) ?? 0;
  return listVariants(detection).map(({ code, name }) => {
    const variant = ` ${hex(variantAddress)}&${hex(mask)}=${hex(code & mask)}`;
    return `?${hex(partAddress)}=${hex(part)}${mask === 0 ? '' : variant} ${name}`;
  });
}

/** The register DID of Microchip's device service unit, without die and revision. */
const SAM_DID = 0x4100_2018;
const SAM_DID_MASK = 0xffbf_00ff;

const samIdentities = (/** @type {Detection} */ detection) =>
  listVariants(detection).map(({ code, name }) => {
    const { processor = 0, family = 0, series = 0 } = detection;
    const value = (processor << 28) | (family << 23) | (series << 16) | code;
    return `?${hex(SAM_DID)}&${hex(SAM_DID_MASK)}=${hex(value)} ${name}`;
  });

const isCortexM = (/** @type {Core} */ { type }) => /^armv[678]e?m/.test(type);

function coreLine(/** @type {Core} */ core, /** @type {readonly Region[]} */ memories) {
  const { ap, targetsel } = core.core_access_options;
  const select = targetsel === undefined ? '' : `@${targetsel.toString(16)}`;
  const port = (ap?.value ?? '0') + select;
  const name = core.name === 'main' ? '' : ` ${core.name}`;
  const own = memories.filter(({ cores }) => cores.includes(core.name)).flatMap(memoryText);
  return ` ${[`${core.type} ${port}${name}`, ...new Set(own)].join('\t')}`;
}

/** @returns {readonly string[]} */
function memoryText(/** @type {Region} */ { tag, name, range, access, is_alias }) {
  const kind = chooseLetter(tag, access ?? {});
  if (kind === undefined) return [];
  const letter = is_alias ? kind.toUpperCase() : kind;
  const extent = `${letter}${range.start.toString(16)}+${(range.end - range.start).toString(16)}`;
  return [tag === 'Ram' && name ? `${extent} ${name}` : extent];
}

function chooseLetter(
  /** @type {string} */ tag,
  /** @type {NonNullable<Region['access']>} */ access,
) {
  if (tag === 'Ram') return access.execute === false ? 'd' : 'x';
  if (tag === 'Nvm') return access.boot ? 'f' : 'n';
  return undefined;
}

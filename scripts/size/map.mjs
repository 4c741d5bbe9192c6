/**
 * One contribution of an object file to the linked image.
 * @typedef {object} Piece
 * @property {string} output the output section
 * @property {string} file the object file, or '' for alignment and the linker's own output
 * @property {number} size
 * @property {boolean} writable it is in writable memory
 * @property {boolean} loaded its bytes are part of the image
 *
 * @typedef {{ from: number, to: number, writable: boolean }} Region
 */

const hex = /0x[0-9a-f]+/;
const outputLine = new RegExp(
  `^(\\S+)\\s+(${hex.source})\\s+(${hex.source})(?: load address .*)?$`,
);
const inputLine = new RegExp(`^ (\\S+)\\s+(${hex.source})\\s+(${hex.source})(?: (.*))?$`);
const regionLine = new RegExp(`^\\S+\\s+(${hex.source})\\s+(${hex.source})\\s+([a-z]+)$`);
/**
 * Output sections that only reserve memory; a map does not distinguish them from initialised ones.
 */
const reserved = /^\.(bss|noinit|stack|heap|rtt|work)\b/;

/** Reads each object file's contributions to an image from GNU ld's map. */
export function parseMap(/** @type {string} */ text) {
  const [, afterRegions = ''] = text.split(/^Memory Configuration$/m);
  const [regionText = '', sections = ''] = afterRegions.split(/^Linker script and memory map$/m);
  const regions = regionText.split('\n').flatMap(parseRegion);
  return outputSections(sections).flatMap((output) => pieces(output, regions));
}

/**
 * @typedef {{ file: string, from: number, size: number }} Input
 * @typedef {{ name: string, from: number, to: number, inputs: Input[] }} Output
 */

function outputSections(/** @type {string} */ text) {
  /** @type {Output[]} */
  const outputs = [];
  for (const line of unwrapLines(text)) {
    const [, output, start, length] = outputLine.exec(line) ?? [];
    if (output !== undefined) {
      const from = Number(start);
      outputs.push({ name: output, from, to: from + Number(length), inputs: [] });
      continue;
    }
    const [, input, address, size, file = ''] = inputLine.exec(line) ?? [];
    if (input === undefined) continue;
    const owner = input === '*fill*' ? '' : file.trim();
    outputs.at(-1)?.inputs.push({ file: owner, from: Number(address), size: Number(size) });
  }
  return outputs;
}

/** @returns {Piece[]} */
function pieces(/** @type {Output} */ output, /** @type {readonly Region[]} */ regions) {
  const region = regionAt(regions, output);
  if (!region) return [];
  const { writable } = region;
  const loaded = !reserved.test(output.name);
  const measured = output.inputs.map(({ file, from, size }, i) => {
    // Merged strings keep their original size in the map; the next address gives the real one.
    const next = output.inputs[i + 1]?.from ?? output.to;
    return { output: output.name, file, size: Math.min(size, next - from), writable, loaded };
  });
  const rest = output.to - output.from - measured.reduce((sum, { size }) => sum + size, 0);
  const made = { output: output.name, file: '', size: rest, writable, loaded };
  return [...measured, made].filter(({ size }) => size > 0);
}

/** A name too long for its column is on a separate line. */
const unwrapLines = (/** @type {string} */ text) =>
  text.replace(/^( ?[^\s*]\S*)\n\s+(?=0x)/gm, '$1 ').split('\n');

function parseRegion(/** @type {string} */ line) {
  const [, origin, length, attributes = ''] = regionLine.exec(line) ?? [];
  if (origin === undefined) return [];
  const from = Number(origin);
  return [{ from, to: from + Number(length), writable: attributes.includes('w') }];
}

/** Debug information and comments are at address 0 in the map, but not in memory. */
function regionAt(/** @type {readonly Region[]} */ regions, /** @type {Output} */ output) {
  if (/^\.(debug|comment|ARM\.attributes|stab)/.test(output.name)) return undefined;
  return regions.find(({ from, to }) => output.from >= from && output.from < to);
}

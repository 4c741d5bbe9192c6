import { XmlElement as Node, parseXml, XmlText } from '@rgrove/parse-xml';
import { lookUp } from '../base';
import type { Region } from '../rtt';
import { type GdbClient, readObject, type RegisterLayout, type RegisterSlot } from './client';
import { explainReply, isError } from './codec';

/** Cortex-M registers that are read and written. */
type RegisterName = 'r0' | 'r1' | 'r2' | 'r3' | 'r12' | 'sp' | 'lr' | 'pc' | 'xpsr' | 'msp';

/**
 * Reads one register of a stopped core; reads all of them if the server does not support single
 * ones.
 */
export async function readRegister(client: GdbClient, name: RegisterName): Promise<number> {
  const slot = await locateRegister(client, name);
  const single = await client.request(`p${slot.number.toString(16)}`);
  const digits = isValue(single, slot) ? single : extractField(await readAll(client), slot);
  if (!isValue(digits, slot)) throw refusal(client, `read ${name}`, single);
  return Buffer.from(digits, 'hex').readUInt32LE();
}

/**
 * Writes one register of a stopped core; writes all of them if the server does not support single
 * ones.
 */
export async function writeRegister(
  client: GdbClient,
  name: RegisterName,
  value: number,
): Promise<void> {
  const slot = await locateRegister(client, name);
  const word = Buffer.alloc(4);
  word.writeUInt32LE(value >>> 0);
  const digits = word.toString('hex');
  const reply = await client.request(`P${slot.number.toString(16)}=${digits}`);
  if (reply === 'OK') return;
  if (reply !== '') throw refusal(client, `set ${name}`, reply);
  const all = await readAll(client);
  if (!isValue(extractField(all, slot), slot)) throw refusal(client, `set ${name}`, reply);
  const at = slot.offset * 2;
  const changed = all.slice(0, at) + digits + all.slice(at + digits.length);
  const answer = await client.request(`G${changed}`);
  if (answer !== 'OK') throw refusal(client, `set ${name}`, answer);
}

async function locateRegister(client: GdbClient, name: RegisterName): Promise<RegisterSlot> {
  client.learned.registers ??= await readRegisterLayout(client);
  const slot = client.learned.registers.get(name);
  if (slot === undefined) throw new Error(`${client.quirks.name} has no register ${name}`);
  return slot;
}

async function readAll(client: GdbClient): Promise<string> {
  const all = await client.request('g');
  if (all === '' || isError(all)) throw refusal(client, 'read the registers', all);
  return all;
}

function extractField(all: string, { offset, bytes }: RegisterSlot): string {
  return all.slice(offset * 2, (offset + bytes) * 2);
}

/** Unreadable registers are sent as the letter x. */
function isValue(digits: string, { bytes }: RegisterSlot): boolean {
  return bytes === 4 && /^[0-9a-f]{8}$/i.test(digits);
}

function refusal({ quirks }: GdbClient, what: string, reply: string): Error {
  return new Error(`${quirks.name} did not ${what}: ${explainReply(reply)}`);
}

const CORTEX_M = [...Array.from({ length: 13 }, (_, index) => `r${index}`), 'sp', 'lr', 'pc'];
const WORD = 4;
/**
 * Arm's old layout has eight 12-byte coprocessor registers and their status before the last word.
 */
const OLD_LAYOUT = { number: 25, offset: CORTEX_M.length * WORD + 8 * 12 + WORD };
const MAX_DOCUMENTS = 16;

/**
 * Reads the server's register description; without one, assumes the order used by Cortex-M servers.
 */
export async function readRegisterLayout(client: GdbClient): Promise<RegisterLayout> {
  // Requested even if not announced: some servers only support single registers afterwards.
  const described = parseRegisters(await readDescription(client));
  return described.has('pc') ? described : guessLayout(await client.request('g'));
}

/**
 * The order of registers in a target description gives their offsets, `regnum` gives their numbers.
 */
function parseRegisters(documents: readonly string[]): RegisterLayout {
  const slots: (RegisterSlot & { readonly name: string })[] = [];
  let next = 0;
  for (const { name, attributes } of documents.flatMap(readXml)) {
    const bits = readNumber(attributes['bitsize']);
    if (name !== 'reg' || attributes['name'] === undefined || bits === undefined) continue;
    const number = readNumber(attributes['regnum']) ?? next;
    next = number + 1;
    const bytes = Math.ceil(bits / 8);
    slots.push({ name: attributes['name'].toLowerCase(), number, bytes, offset: 0 });
  }
  let offset = 0;
  const layout = new Map<string, RegisterSlot>();
  for (const { name, number, bytes } of slots.sort((a, b) => a.number - b.number)) {
    layout.set(name, { number, bytes, offset });
    offset += bytes;
  }
  return layout;
}

/** Reads the description and the parts that it includes, in document order. */
async function readDescription(client: GdbClient): Promise<readonly string[]> {
  const documents: string[] = [];
  const wanted = ['target.xml'];
  for (const annex of wanted) {
    const document = await readObject(client, 'features', annex);
    if (document === undefined) continue;
    documents.push(document);
    for (const { name, attributes } of readXml(document)) {
      const part = attributes['href'];
      const isNew = name === 'include' && part !== undefined && !wanted.includes(part);
      if (isNew && wanted.length < MAX_DOCUMENTS) wanted.push(part);
    }
  }
  return documents;
}

function guessLayout(all: string): RegisterLayout {
  const layout = new Map<string, RegisterSlot>(
    CORTEX_M.map((name, index) => [name, { number: index, bytes: WORD, offset: index * WORD }]),
  );
  const isOld = all.length / 2 > OLD_LAYOUT.offset;
  const status = isOld ? OLD_LAYOUT : { number: CORTEX_M.length, offset: CORTEX_M.length * WORD };
  return layout.set('xpsr', { ...status, bytes: WORD });
}

/** An XML element; elements are in the order of their opening tags. */
interface XmlElement {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text up to the next tag. */
  readonly text: string;
}

/**
 * Parses the small documents in which GDB servers describe registers and memory, into a flat list
 * of elements. Returns none if a document is not well-formed, like GDB itself.
 */
export function readXml(document: string): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  const collect = ({ name, attributes, children }: Node): void => {
    const [first] = children;
    elements.push({
      name: name.replace(/^.*:/, ''),
      attributes,
      text: first instanceof XmlText ? first.text.trim() : '',
    });
    for (const child of children) if (child instanceof Node) collect(child);
  };
  try {
    const { root } = parseXml(document, { ignoreUndefinedEntities: true });
    if (root) collect(root);
    return elements;
  } catch {
    return [];
  }
}

/** Parses a decimal or hexadecimal number of such a document; undefined for anything else. */
function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^(?:0x[0-9a-f]+|\d+)$/i.test(text.trim())
    ? Number(text)
    : undefined;
}

/** One region of the target's memory as described by its server. */
export interface MemoryArea extends Region {
  readonly kind: 'ram' | 'rom' | 'flash';
  /** Erase block size in bytes, counted from the start of the area; 0 if not flash. */
  readonly blockSize: number;
}

const KINDS: Readonly<Record<string, MemoryArea['kind']>> = {
  ram: 'ram',
  rom: 'rom',
  flash: 'flash',
};

/** Reads the server's memory map, sorted by address; empty if it has none. */
export async function readMemoryMap(client: GdbClient): Promise<readonly MemoryArea[]> {
  if (!client.features.has('qXfer:memory-map:read+')) return [];
  return parseMemoryMap((await readObject(client, 'memory-map')) ?? '');
}

/** Parses GDB's memory map format; skips invalid entries. */
export function parseMemoryMap(document: string): readonly MemoryArea[] {
  const areas: MemoryArea[] = [];
  for (const { name, attributes, text } of readXml(document)) {
    if (name === 'memory') {
      const kind = lookUp(KINDS, attributes['type'] ?? '');
      const start = readNumber(attributes['start']);
      const length = readNumber(attributes['length']);
      if (kind === undefined || start === undefined || length === undefined) continue;
      areas.push({ kind, start, end: start + length, blockSize: 0 });
    }
    const last = areas.at(-1);
    if (name === 'property' && attributes['name'] === 'blocksize' && last !== undefined)
      areas[areas.length - 1] = { ...last, blockSize: readNumber(text) ?? 0 };
  }
  return areas
    .filter(({ start, end, kind, blockSize }) => end > start && (kind !== 'flash' || blockSize > 0))
    .sort((a, b) => a.start - b.start);
}

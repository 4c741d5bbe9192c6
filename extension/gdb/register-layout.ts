import { type GdbClient, readObject, type RegisterLayout, type RegisterPlace } from './client';
import { readNumber, readXml } from './xml';

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
  return described.has('pc') ? described : undescribed(await client.request('g'));
}

/**
 * The order of registers in a target description gives their offsets, `regnum` gives their numbers.
 */
export function parseRegisters(documents: readonly string[]): RegisterLayout {
  const places: (RegisterPlace & { readonly name: string })[] = [];
  let next = 0;
  for (const { name, attributes } of documents.flatMap(readXml)) {
    const bits = readNumber(attributes['bitsize']);
    if (name !== 'reg' || attributes['name'] === undefined || bits === undefined) continue;
    const number = readNumber(attributes['regnum']) ?? next;
    next = number + 1;
    const bytes = Math.ceil(bits / 8);
    places.push({ name: attributes['name'].toLowerCase(), number, bytes, offset: 0 });
  }
  let offset = 0;
  const layout = new Map<string, RegisterPlace>();
  for (const { name, number, bytes } of places.sort((a, b) => a.number - b.number)) {
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

function undescribed(all: string): RegisterLayout {
  const layout = new Map<string, RegisterPlace>(
    CORTEX_M.map((name, index) => [name, { number: index, bytes: WORD, offset: index * WORD }]),
  );
  const isOld = all.length / 2 > OLD_LAYOUT.offset;
  const status = isOld ? OLD_LAYOUT : { number: CORTEX_M.length, offset: CORTEX_M.length * WORD };
  return layout.set('xpsr', { ...status, bytes: WORD });
}

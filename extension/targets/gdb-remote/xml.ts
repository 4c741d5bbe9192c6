/** An element of a document, in the order of the opening tags. */
export interface XmlElement {
  /** Without the prefix of its name space. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text up to the next tag. */
  readonly text: string;
}

const NO_ELEMENTS = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[!?][^>]*>/g;
const ELEMENT =
  /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>([^<]*)/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/**
 * The elements of the small documents that GDB servers tell: descriptions of registers and of memory.
 * Nesting is not told, and what is damaged is left out.
 */
export function readXml(document: string): readonly XmlElement[] {
  return [...document.replace(NO_ELEMENTS, '').matchAll(ELEMENT)].map(
    ([, name = '', attributes = '', text = '']) => ({
      name,
      attributes: Object.fromEntries(
        [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', double, single]) => [
          key,
          unescape(double ?? single ?? ''),
        ]),
      ),
      text: unescape(text.trim()),
    }),
  );
}

/** A number as these documents write it, decimal or hexadecimal; undefined for anything else. */
export function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^(?:0x[0-9a-f]+|\d+)$/i.test(text.trim())
    ? Number(text)
    : undefined;
}

function unescape(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

import { XmlElement as Node, parseXml, XmlText } from '@rgrove/parse-xml';

/** An XML element; elements are in the order of their opening tags. */
export interface XmlElement {
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
export function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^(?:0x[0-9a-f]+|\d+)$/i.test(text.trim())
    ? Number(text)
    : undefined;
}

import { XmlElement as Node, parseXml, XmlText } from '@rgrove/parse-xml';

/** An element of a document, in the order of the opening tags. */
export interface XmlElement {
  /** Without the prefix of its name space. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text up to the next tag. */
  readonly text: string;
}

/**
 * The elements of the small documents by which GDB servers describe registers and memory, without their
 * nesting. A document that is not well-formed has none, as for GDB itself.
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

/** A number as these documents write it, decimal or hexadecimal; undefined for anything else. */
export function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^(?:0x[0-9a-f]+|\d+)$/i.test(text.trim())
    ? Number(text)
    : undefined;
}

const MAGIC = 0xd00dfeed;
const STRUCTURE_OFFSET = 8;
const STRINGS_OFFSET = 12;

const Token = { beginNode: 1, endNode: 2, property: 3, nop: 4, end: 9 } as const;

interface Property {
  readonly path: string;
  readonly name: string;
  /** Position of the value's length; its name's offset and the value follow. */
  readonly at: number;
  readonly length: number;
}

const padded = (length: number) => (length + 3) & ~3;

/**
 * A flattened device tree with one property's text replaced by one that is no longer, or undefined
 * where there is no such property.
 */
export function withProperty(
  tree: Uint8Array,
  path: string,
  name: string,
  text: string,
): Uint8Array | undefined {
  const value = Buffer.from(`${text}\0`);
  const found = properties(tree).find((each) => each.path === path && each.name === name);
  if (found === undefined || value.length > found.length) return undefined;
  const changed = Buffer.from(tree);
  changed.writeUInt32BE(value.length, found.at);
  changed.fill(0, found.at + 8, found.at + 8 + padded(value.length));
  changed.set(value, found.at + 8);
  for (let at = padded(value.length); at < padded(found.length); at += 4) {
    changed.writeUInt32BE(Token.nop, found.at + 8 + at);
  }
  return changed;
}

/** Every property of a tree; nothing beyond the first damage. */
function properties(tree: Uint8Array): readonly Property[] {
  const bytes = Buffer.from(tree.buffer, tree.byteOffset, tree.byteLength);
  const word = (at: number) => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Token.end);
  const textAt = (at: number) => bytes.toString('latin1', at, bytes.indexOf(0, at));
  if (word(0) !== MAGIC) return [];
  const found: Property[] = [];
  const nodes: string[] = [];
  for (let at = word(STRUCTURE_OFFSET); word(at) !== Token.end;) {
    const token = word(at);
    at += 4;
    if (token === Token.beginNode) {
      const node = textAt(at);
      nodes.push(node);
      at += padded(node.length + 1);
    } else if (token === Token.endNode) {
      nodes.pop();
    } else if (token === Token.property) {
      const length = word(at);
      const name = textAt(word(STRINGS_OFFSET) + word(at + 4));
      found.push({ path: nodes.join('/') || '/', name, at, length });
      at += 8 + padded(length);
    } else if (token !== Token.nop) {
      return found;
    }
  }
  return found;
}

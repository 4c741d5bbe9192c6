/*
 * A flattened device tree, as Linux receives it:
 *
 *     header: 40 bytes   reserved memory   structure: tokens of nodes and properties   strings: names
 */
const MAGIC = 0xd00dfeed;
const HEADER_BYTES = 40;
/** Positions of the header's fields. */
const Field = { total: 4, structure: 8, strings: 12, stringBytes: 32, structureBytes: 36 } as const;

const Token = { beginNode: 1, endNode: 2, property: 3, nop: 4, end: 9 } as const;

const alignToWord = (length: number) => (length + 3) & ~3;

/** A device tree's string property. */
export const textValue = (text: string): Uint8Array => Buffer.from(`${text}\0`);

/**
 * Returns a device tree in which a node has a property, whose former value is gone; undefined where
 * there is no such node.
 */
export function withProperty(
  tree: Uint8Array,
  path: string,
  name: string,
  value: Uint8Array,
): Uint8Array | undefined {
  const bytes = Buffer.from(tree);
  const node = findNode(bytes, path, name);
  if (node === undefined) return undefined;
  const { inside, former } = node;
  if (former)
    for (let at = former.begin; at < former.end; at += 4) bytes.writeUInt32BE(Token.nop, at);
  const [structure, strings] = [Field.structure, Field.strings].map((at) => bytes.readUInt32BE(at));
  if (structure === undefined || strings === undefined || strings < inside) return undefined;
  const stringsEnd = strings + bytes.readUInt32BE(Field.stringBytes);
  const property = Buffer.alloc(12 + alignToWord(value.length));
  property.writeUInt32BE(Token.property);
  property.writeUInt32BE(value.length, 4);
  property.writeUInt32BE(stringsEnd - strings, 8);
  property.set(value, 12);
  const changed = Buffer.concat([
    bytes.subarray(0, inside),
    property,
    bytes.subarray(inside, stringsEnd),
    Buffer.from(`${name}\0`),
  ]);
  const grow = (field: number, by: number) =>
    changed.writeUInt32BE(changed.readUInt32BE(field) + by, field);
  changed.writeUInt32BE(changed.length, Field.total);
  grow(Field.strings, property.length);
  grow(Field.structureBytes, property.length);
  grow(Field.stringBytes, name.length + 1);
  return changed;
}

interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Finds where a node's properties begin, and its property of a name; undefined in a damaged tree. */
function findNode(bytes: Buffer, path: string, name: string) {
  const word = (at: number) => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Token.end);
  const textAt = (at: number) => bytes.toString('latin1', at, bytes.indexOf(0, at));
  if (bytes.length < HEADER_BYTES || word(0) !== MAGIC) return undefined;
  let inside: number | undefined;
  let former: Span | undefined;
  const nodes: string[] = [];
  for (let at = word(Field.structure); word(at) !== Token.end;) {
    const begin = at;
    const token = word(at);
    at += 4;
    if (token === Token.beginNode) {
      const node = textAt(at);
      nodes.push(node);
      at += alignToWord(node.length + 1);
      if (nodes.join('/') === path) inside = at;
    } else if (token === Token.endNode) {
      nodes.pop();
    } else if (token === Token.property) {
      const isNamed = textAt(word(Field.strings) + word(at + 4)) === name;
      at += 8 + alignToWord(word(at));
      if (isNamed && nodes.join('/') === path) former = { begin, end: at };
    } else if (token !== Token.nop) {
      return undefined;
    }
  }
  return inside === undefined ? undefined : { inside, former };
}

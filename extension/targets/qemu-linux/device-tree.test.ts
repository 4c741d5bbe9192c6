import { expect, test } from 'vitest';
import { textValue, withProperty } from './device-tree';

const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};
const padText = (text: string) => {
  const bytes = Buffer.alloc((text.length + 4) & ~3);
  bytes.write(text);
  return bytes;
};
const begin = (name: string) => Buffer.concat([u32(1), padText(name)]);
const property = (name: 'status' | 'compatible', text: string) => {
  const offset = name === 'status' ? 0 : 'status'.length + 1;
  return Buffer.concat([u32(3, text.length + 1, offset), padText(text)]);
};
const END = u32(2);

/** `/timer` and `/soc/timer`, each with a status. */
function tree(): Buffer {
  const structure = Buffer.concat([
    begin(''),
    property('compatible', 'a board'),
    begin('timer'),
    property('status', 'disabled'),
    property('compatible', 'arm,timer'),
    END,
    begin('soc'),
    begin('timer'),
    property('status', 'disabled'),
    END,
    END,
    END,
    u32(9),
  ]);
  const strings = Buffer.from('status\0compatible\0');
  const reserved = u32(0, 0, 0, 0);
  const at = 40 + reserved.length;
  const sizes = [strings.length, structure.length] as const;
  const total = at + structure.length + strings.length;
  const header = u32(0xd00dfeed, total, at, at + structure.length, 40, 17, 16, 0, ...sizes);
  return Buffer.concat([header, reserved, structure, strings]);
}

/** Reads a tree as Linux does: its properties with the paths of their nodes, in order. */
function read(tree: Uint8Array | undefined): readonly string[] {
  const bytes = Buffer.from(tree ?? []);
  const header = Array.from({ length: 10 }, (_, index) => bytes.readUInt32BE(4 * index));
  const [, total, structure = 0, strings = 0, , , , , stringBytes = 0, structureBytes = 0] = header;
  expect(total).toBe(bytes.length);
  expect(strings + stringBytes).toBe(bytes.length);
  const textAt = (at: number) => bytes.toString('latin1', at, bytes.indexOf(0, at));
  const found: string[] = [];
  const nodes: string[] = [];
  let at = structure;
  for (let token = 0; token !== 9;) {
    token = bytes.readUInt32BE(at);
    at += 4;
    if (token === 1) {
      nodes.push(textAt(at));
      at += padText(textAt(at)).length;
    } else if (token === 2) {
      nodes.pop();
    } else if (token === 3) {
      const length = bytes.readUInt32BE(at);
      const name = textAt(strings + bytes.readUInt32BE(at + 4));
      found.push(`${nodes.join('/')}/${name}=${bytes.toString('latin1', at + 8, at + 8 + length)}`);
      at += 8 + ((length + 3) & ~3);
    }
  }
  expect(at).toBe(structure + structureBytes);
  return found;
}

const ALL = [
  '/compatible=a board\0',
  '/timer/status=disabled\0',
  '/timer/compatible=arm,timer\0',
  '/soc/timer/status=disabled\0',
];

test.each(['okay', 'fail', '', 'longer than it was'])('sets a property to %j', (text) => {
  expect(read(tree())).toEqual(ALL);
  const changed = withProperty(tree(), '/timer', 'status', textValue(text));
  expect(read(changed)).toEqual(
    [ALL[0], `/timer/status=${text}\0`, ALL[2], ALL[3]].map((line) => line ?? ''),
  );
  const again = withProperty(changed ?? tree(), '/timer', 'status', textValue('okay'));
  expect(read(again)).toContain('/timer/status=okay\0');
});

test('adds a property to a node', () => {
  const changed = withProperty(tree(), '/soc', 'seed', Uint8Array.of(1, 2, 3));
  expect(read(changed)).toEqual(ALL.toSpliced(3, 0, '/soc/seed=\x01\x02\x03'));
});

test('adds a property to the root', () => {
  expect(read(withProperty(tree(), '', 'model', textValue('x')))).toEqual(
    ALL.toSpliced(0, 0, '/model=x\0'),
  );
});

test('adds nothing to a missing node', () => {
  expect(withProperty(tree(), '/clock', 'status', textValue('okay'))).toBeUndefined();
});

test('leaves damaged trees unchanged', () => {
  const change = (bytes: Uint8Array) =>
    withProperty(bytes, '/soc/timer', 'status', textValue('okay'));
  expect(change(new Uint8Array())).toBeUndefined();
  expect(change(tree().subarray(0, 60))).toBeUndefined();
  expect(change(Buffer.alloc(200, 1))).toBeUndefined();
});

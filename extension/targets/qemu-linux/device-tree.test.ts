import { expect, test } from 'vitest';
import { withProperty } from './device-tree';

const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};
const padded = (text: string) => {
  const bytes = Buffer.alloc((text.length + 4) & ~3);
  bytes.write(text);
  return bytes;
};
const begin = (name: string) => Buffer.concat([u32(1), padded(name)]);
const property = (name: 'status' | 'compatible', text: string) => {
  const offset = name === 'status' ? 0 : 'status'.length + 1;
  return Buffer.concat([u32(3, text.length + 1, offset), padded(text)]);
};
const END = u32(2);

/** `/timer` and `/soc/timer`, each with a status. */
function tree(timer = 'disabled'): Buffer {
  const structure = Buffer.concat([
    begin(''),
    property('compatible', 'a board'),
    begin('timer'),
    property('status', timer),
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
  const header = u32(0xd00dfeed, 0, 16, 16 + structure.length);
  return Buffer.concat([header, structure, strings]);
}

test('a shorter text leaves nothing but a gap that readers skip', () => {
  const changed = withProperty(tree(), '/timer', 'status', 'okay');
  const at = tree().indexOf('disabled');
  const expected = tree();
  expected.writeUInt32BE('okay'.length + 1, at - 8);
  padded('okay').copy(expected, at);
  u32(4).copy(expected, at + 8);
  expect(changed).toEqual(expected);
  expect(withProperty(changed ?? tree(), '/timer', 'status', 'fail')).toBeDefined();
});

test('an empty or an equally long text needs no gap', () => {
  expect(withProperty(tree('okay'), '/timer', 'status', 'fail')).toEqual(tree('fail'));
});

test.each([
  ['no such node', '/clock', 'status', 'okay'],
  ['no such property', '/soc', 'status', 'okay'],
  ['no room', '/timer', 'status', 'disabled as before'],
])('%s', (_, path, name, text) => {
  expect(withProperty(tree(), path, name, text)).toBeUndefined();
});

test('damaged trees have no properties', () => {
  expect(withProperty(new Uint8Array(), '/timer', 'status', 'okay')).toBeUndefined();
  expect(withProperty(tree().subarray(0, 40), '/soc/timer', 'status', 'okay')).toBeUndefined();
  expect(withProperty(Buffer.alloc(200, 1), '/timer', 'status', 'okay')).toBeUndefined();
});

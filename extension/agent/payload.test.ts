import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText, encodeU32, readPayload } from './payload';

test.each([
  [0, '00'],
  [127, '7f'],
  [128, '8001'],
  [500, 'f403'],
  [0xffff_ffff, 'ffffffff0f'],
])('the varint of %d round-trips', (value, hex) => {
  expect(toHex(encodeU32(value))).toBe(hex);
  expect(readPayload(Uint8Array.from(encodeU32(value))).u32()).toBe(value);
});

test.each([
  ['', '00'],
  ['é', '02c3a9'],
  ['x'.repeat(255), `ff00ff${'78'.repeat(255)}`],
])('the string %j round-trips', (text, hex) => {
  expect(toHex(encodeText(text))).toBe(hex);
});

test('accepts a form longer than needed', () => {
  expect(readPayload(Uint8Array.of(0x81, 0x80, 0x00)).u32()).toBe(1);
  expect(readPayload(Uint8Array.of(0xff, 0x00, 0x01, 0x61)).text()).toBe('a');
});

test.each([
  ['a cut varint', [0x80]],
  ['a varint beyond 32 bits', [0xff, 0xff, 0xff, 0xff, 0x1f]],
  ['a varint of six bytes', [0x80, 0x80, 0x80, 0x80, 0x80, 0x01]],
])('%s is not ok', (_, bytes) => {
  const read = readPayload(Uint8Array.from(bytes));
  read.u32();
  expect(read.ok).toBe(false);
});

test('a string longer than its payload is not ok', () => {
  const read = readPayload(Uint8Array.of(3, 0x61, 0x62));
  expect(read.text()).toBe('');
  expect(read.ok).toBe(false);
});

test('any fields round-trip', () => {
  const field = fc.oneof(fc.nat(0xffff_ffff), fc.string({ unit: 'grapheme', maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(field), (fields) => {
      const bytes = fields.flatMap((each) =>
        typeof each === 'number' ? encodeU32(each) : encodeText(each),
      );
      const read = readPayload(Uint8Array.from(bytes));
      const back = fields.map((each) => (typeof each === 'number' ? read.u32() : read.text()));
      expect([back, read.ok, read.atEnd]).toEqual([fields, true, true]);
    }),
  );
});

function toHex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

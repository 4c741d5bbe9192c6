import { describe, expect, it, test } from 'vitest';
import { encodeString, u32 } from './encode';
import { readFields } from './fields';

test.each([
  [0, [0]],
  [127, [0x7f]],
  [500, [0xf4, 0x03]],
  [0xffff_ffff, [0xff, 0xff, 0xff, 0xff, 0x0f]],
])('integer %i round-trips', (value, bytes) => {
  expect(u32(value)).toEqual(bytes);
  const fields = readFields(Uint8Array.from(bytes));
  expect([fields.u32(), fields.ok, fields.rest()]).toEqual([value, true, 0]);
});

describe('integers', () => {
  it('reads the same bits as a signed integer and as a float', () => {
    expect(readFields(Uint8Array.of(0xfb, 0xff, 0xff, 0xff, 0x0f)).i32()).toBe(-5);
    expect(readFields(Uint8Array.of(0x80, 0x80, 0x80, 0xfe, 0x03)).f32()).toBe(1.5);
  });

  it('accepts a form longer than needed', () => {
    expect(readFields(Uint8Array.of(0xff, 0x00)).u32()).toBe(127);
  });

  test.each([
    [[]],
    [[0x80]],
    [[0xff, 0xff, 0xff, 0xff, 0x1f]],
    [[0x80, 0x80, 0x80, 0x80, 0x80, 0]],
  ])('returns 0 and a problem for %j', (bytes) => {
    const fields = readFields(Uint8Array.from(bytes));
    expect([fields.u32(), fields.ok]).toEqual([0, false]);
  });
});

describe('strings', () => {
  test.each(['', 'main', 'Grüße', 'x'.repeat(254)])('%s round-trips in both forms', (value) => {
    for (const form of ['short', 'long'] as const) {
      const fields = readFields(Uint8Array.from([...encodeString(value, form), ...u32(7)]));
      expect([fields.text(), fields.u32(), fields.ok]).toEqual([value, 7, true]);
    }
  });

  it('has three length bytes from 255 characters on', () => {
    expect(encodeString('x'.repeat(300)).slice(0, 3)).toEqual([255, 1, 44]);
    expect(readFields(Uint8Array.from(encodeString('x'.repeat(300)))).text()).toHaveLength(300);
  });

  test.each([[[]], [[5, 65]], [[255, 0]], [[255, 0, 9, 65]]])('%j is truncated', (bytes) => {
    const fields = readFields(Uint8Array.from(bytes));
    expect([fields.text(), fields.ok]).toEqual(['', false]);
  });
});

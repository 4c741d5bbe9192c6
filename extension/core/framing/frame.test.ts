import { describe, expect, it } from 'vitest';
import { createFrameReader, decodeFrame, encodeFrame } from './frame';

const text = (value: string) => new TextEncoder().encode(value);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const frameOf = (length: number, step: number) => ({
  ...{ kind: step, sequence: length },
  payload: Uint8Array.from({ length }, (_, i) => i * step),
});

describe('a frame', () => {
  // The agent's tests hold the same bytes.
  it.each([
    [{ kind: 0, sequence: 0, payload: text('') }, '00010105ff12d94100'],
    [{ kind: 0xc1, sequence: 7, payload: Uint8Array.of(0, 1, 2, 3) }, '0003c10708010203ade9ab7300'],
    [{ kind: 0x10, sequence: 255, payload: text('hello\n') }, '000d10ff68656c6c6f0af135570c00'],
  ])('looks the same on both sides', (frame, bytes) => {
    expect(hex(encodeFrame(frame))).toBe(bytes);
  });

  it('comes back at every length', () => {
    const reader = createFrameReader();
    for (let length = 0; length <= 240; length++) {
      for (const step of [0, 1, 2]) {
        const frame = frameOf(length, step);
        expect(reader.push(encodeFrame(frame))).toEqual([frame]);
      }
    }
    expect(reader.damaged()).toBe(0);
  });

  it('is refused with any bit changed', () => {
    const wire = encodeFrame(frameOf(20, 7));
    for (let bit = 8; bit < 8 * (wire.length - 1); bit++) {
      const damaged = wire.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(createFrameReader().push(damaged)).toEqual([]);
    }
  });

  it('is read after a lost byte in the one before', () => {
    const frame = frameOf(20, 7);
    const wire = encodeFrame(frame);
    for (let lost = 1; lost < wire.length - 1; lost++) {
      const reader = createFrameReader();
      const torn = new Uint8Array([...wire.subarray(0, lost), ...wire.subarray(lost + 1)]);
      expect(reader.push(torn)).toEqual([]);
      expect(reader.push(wire)).toEqual([frame]);
      expect(reader.damaged()).toBe(1);
    }
  });

  it('is no piece without a head, nor one without an end', () => {
    expect(decodeFrame(new Uint8Array())).toBeUndefined();
    expect(decodeFrame(Uint8Array.of(2, 1))).toBeUndefined();
    expect(decodeFrame(Uint8Array.of(0, 1))).toBeUndefined();
    const reader = createFrameReader();
    expect(reader.push(new Uint8Array(100_000).fill(1))).toEqual([]);
    expect(reader.push(encodeFrame(frameOf(3, 1)))).toEqual([frameOf(3, 1)]);
  });
});

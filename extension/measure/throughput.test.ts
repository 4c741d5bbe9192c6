import { describe, expect, it } from 'vitest';
import type { Clock } from '../agent/clock';
import { bytesOf, throughputOf } from './throughput';

const ns: Clock = { name: 'CLOCK_MONOTONIC', hz: 1e9, unit: 'ns', ratio: [1, 1] };
const cycles: Clock = { name: 'DWT', hz: 120e6, unit: 'cycles', ratio: [1, 1] };
const instructions: Clock = { name: 'icount', hz: 25e6, unit: 'instructions', ratio: [40, 1] };

describe('throughput', () => {
  it('counts 1,048,576 bytes in an MB, as table 6 of the tower board does', () => {
    const aes = throughputOf(9.059e9, ns, { kilobytes: 5120 });
    expect(aes?.bytes).toBe(5_242_880);
    expect(aes?.megabytesPerSecond).toBeCloseTo(0.55, 2);
    expect(throughputOf(2.19e9, ns, { kilobytes: 5120 })?.megabytesPerSecond).toBeCloseTo(2.28, 2);
  });

  it('is a time if the clock has a rate, and cycles per byte', () => {
    const found = throughputOf(120e6, cycles, { bytes: 2 ** 20 });
    expect(found?.megabytesPerSecond).toBeCloseTo(1, 9);
    expect(found?.perByte).toBeCloseTo(114.44, 2);
  });

  it('is instructions per byte and has no rate on an emulated core', () => {
    expect(throughputOf(640, instructions, { bytes: 64 })).toEqual({
      bytes: 64,
      perByte: 10,
      megabytesPerSecond: undefined,
    });
  });

  it('is undefined without stated data or a sound mean', () => {
    expect(bytesOf({ size: 100 })).toBeUndefined();
    expect(throughputOf(100, ns, { size: 100 })).toBeUndefined();
    expect(throughputOf(undefined, ns, { bytes: 64 })).toBeUndefined();
    expect(throughputOf(-3, ns, { bytes: 64 })).toBeUndefined();
  });
});

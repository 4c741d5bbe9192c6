import { describe, expect, it } from 'vitest';
import type { Clock } from '../agent/clock';
import { figure, insufficient } from './figure';
import { getDataSize, computeThroughput } from './throughput';

const ns: Clock = { name: 'CLOCK_MONOTONIC', hz: 1e9, unit: 'ns', ratio: [1, 1] };
const cycles: Clock = { name: 'DWT', hz: 120e6, unit: 'cycles', ratio: [1, 1] };
const instructions: Clock = { name: 'icount', hz: 25e6, unit: 'instructions', ratio: [40, 1] };

describe('throughput', () => {
  it('counts 1,048,576 bytes in an MB, as table 6 of the tower board does', () => {
    const aes = computeThroughput(figure(9.059e9), ns, { kilobytes: 5120 });
    expect(aes?.bytes).toBe(5_242_880);
    expect(aes?.megabytesPerSecond).toBeCloseTo(0.55, 2);
    expect(
      computeThroughput(figure(2.19e9), ns, { kilobytes: 5120 })?.megabytesPerSecond,
    ).toBeCloseTo(2.28, 2);
  });

  it('is a time if the clock has a rate, and cycles per byte', () => {
    const found = computeThroughput(figure(120e6), cycles, { bytes: 2 ** 20 });
    expect(found?.megabytesPerSecond).toBeCloseTo(1, 9);
    expect(found?.perByte).toBeCloseTo(114.44, 2);
  });

  it('has the margin of the mean, and a rate that of the clock as well', () => {
    const { margins } =
      computeThroughput(figure(120e6, 120e3), cycles, { bytes: 2 ** 20 }, 0.002) ?? {};
    expect(margins?.perByte).toBeCloseTo(0.11444, 5);
    expect(margins?.megabytesPerSecond).toBeCloseTo(0.001 + 0.002, 9);
  });

  it('is instructions per byte and has no rate on an emulated core', () => {
    expect(computeThroughput(figure(640), instructions, { bytes: 64 })).toEqual({
      bytes: 64,
      perByte: 10,
      megabytesPerSecond: undefined,
    });
  });

  it('is undefined without stated data or a sound mean', () => {
    expect(getDataSize({ size: 100 })).toBeUndefined();
    expect(computeThroughput(figure(100), ns, { size: 100 })).toBeUndefined();
    expect(computeThroughput(insufficient('too few'), ns, { bytes: 64 })).toBeUndefined();
    expect(computeThroughput(figure(-3), ns, { bytes: 64 })).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDistribution, size } from '../../measure/distribution';
import { packSamples, unpackSamples } from './samples';

const distribution = fc
  .array(fc.integer({ min: 0, max: 1e9 }))
  .map((values) => toDistribution(Float64Array.from(values)));

describe('samples sent to a view', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(distribution, distribution, (quiet, ticked) => {
        const packed = packSamples({ quiet, ticked }, undefined);
        expect(packed.isExact).toBe(true);
        expect(unpackSamples(structuredClone(packed))).toEqual({ quiet, ticked });
      }),
    );
  });

  it('stay small for any run, and lose no sample', () => {
    const values = Float64Array.from({ length: 300_000 }, (_, i) => 1000 + i * 7);
    const quiet = toDistribution(values);
    const packed = packSamples({ quiet, ticked: [[5_000_000, 1]] }, undefined);
    expect(packed.isExact).toBe(false);
    expect(packed.quiet.byteLength + packed.ticked.byteLength).toBeLessThanOrEqual(128 * 1024);
    const arrived = unpackSamples(packed);
    expect(size(arrived.quiet)).toBe(300_000);
    expect(size(arrived.ticked)).toBe(1);
  });

  it('are exact again in a narrow range', () => {
    const quiet = Array.from({ length: 20_000 }, (_, i) => [i, 1] as const);
    const range = { low: 100, high: 199 };
    const packed = packSamples({ quiet, ticked: [] }, range);
    expect(packed).toMatchObject({ isExact: true, range });
    expect(unpackSamples(packed).quiet).toEqual(quiet.slice(100, 200));
  });

  it('are rejected from half a buffer', () => {
    const { quiet } = unpackSamples({ quiet: new ArrayBuffer(20), ticked: new ArrayBuffer(0) });
    expect(quiet).toEqual([[0, 0]]);
  });
});

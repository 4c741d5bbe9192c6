import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDistribution, size } from '../../../measure/distribution';
import { canBeLog, newHeightScale, layOutHistogram, type Look } from './bars';

const look: Look = {
  valueScale: 'linear',
  countScale: 'linear',
  withTicked: true,
  range: undefined,
};
const page = { width: 600, height: 200 };

describe('drawing a histogram', () => {
  it('draws nothing without samples', () => {
    expect(layOutHistogram({ quiet: [], ticked: [] }, look, page)).toBeUndefined();
    const ticked = { quiet: [], ticked: [[3, 1]] as const };
    expect(layOutHistogram(ticked, { ...look, withTicked: false }, page)).toBeUndefined();
  });

  it('leaves room on both sides of a single value', () => {
    const drawing = layOutHistogram({ quiet: [[70, 999]], ticked: [] }, look, page)!;
    expect(drawing.axis.range).toEqual({ low: 59, high: 82 });
    expect(drawing.bars).toHaveLength(1);
    expect(drawing.bars[0]).toMatchObject({
      height: 200,
      count: 999,
      values: { low: 70, high: 70 },
    });
  });

  it('never loses the one slow sample, nor the tick inside it', () => {
    const samples = { quiet: [[70, 500_000]] as const, ticked: [[1930, 1]] as const };
    const { bars } = layOutHistogram(samples, look, page)!;
    const slow = bars.at(-1)!;
    expect(slow).toMatchObject({ count: 1, ticked: 1, quietHeight: 0 });
    expect(slow.height).toBeGreaterThanOrEqual(5);
    expect(slow.width).toBeGreaterThan(1);
  });

  it('keeps both parts of a mixed bar visible', () => {
    const samples = { quiet: [[70, 500_000]] as const, ticked: [[70, 1]] as const };
    const [bar] = layOutHistogram(samples, look, page)!.bars;
    expect(bar!.height - bar!.quietHeight).toBeGreaterThanOrEqual(6);
    expect(bar!.quietHeight).toBeGreaterThan(190);
  });

  it('shows every sample of the zoom once, inside the chart', () => {
    const values = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 });
    const scales = fc.constantFrom('linear' as const, 'log' as const);
    fc.assert(
      fc.property(values, values, scales, scales, (one, other, valueScale, countScale) => {
        const quiet = toDistribution(Float64Array.from(one));
        const ticked = toDistribution(Float64Array.from(other));
        const { bars, total } = layOutHistogram(
          { quiet, ticked },
          { ...look, valueScale, countScale },
          page,
        )!;
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        expect(total).toBe(size(quiet) + size(ticked));
        for (const { x, width, height } of bars) {
          expect(x).toBeGreaterThanOrEqual(-0.001);
          expect(x + width).toBeLessThanOrEqual(page.width + 3);
          expect(height).toBeLessThanOrEqual(page.height + 0.001);
        }
      }),
    );
  });

  it('falls back to a linear scale if values reach zero', () => {
    const samples = {
      quiet: [
        [0, 5],
        [9000, 1],
      ] as const,
      ticked: [],
    };
    expect(canBeLog(samples)).toBe(false);
    expect(layOutHistogram(samples, { ...look, valueScale: 'log' }, page)!.axis.scale).toBe(
      'linear',
    );
  });
});

describe('heights on a logarithmic scale', () => {
  it('show one sample beside a million', () => {
    const height = newHeightScale('log', 1_000_000, 200);
    expect(height(1_000_000)).toBeCloseTo(200);
    expect(height(1)).toBeGreaterThan(5);
    expect(height(0)).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { CHART, layOutSeries, nearestPoint, type ShownSeries } from './layout';

const series = (figures: readonly number[], rest: Partial<ShownSeries> = {}): ShownSeries => ({
  target: 'emulated',
  operation: 'mutex/lock',
  unit: 'instructions',
  isExact: true,
  points: figures.map((figure, commit) => ({
    commit,
    figure,
    isDirty: false,
    margin: undefined,
  })),
  changes: [],
  ...rest,
});
const change = { at: 2, before: 1, figures: [10, 12] as [number, number], commits: 1, facts: [] };

describe('the layout of a series', () => {
  it('places points by their commits, the largest figure at the top', () => {
    const own = series([10, 20, 15]);
    const { locatePoint, lowest, highest } = layOutSeries(own, 3, 280);
    expect(own.points.map((point) => locatePoint(point))).toEqual([
      { x: 8, y: CHART.height - 10 },
      { x: 108, y: 10 },
      { x: 208, y: CHART.height / 2 },
    ]);
    expect([lowest, highest]).toEqual([10, 20]);
  });

  it('contains intervals, and does not enlarge noise', () => {
    const points = [
      { commit: 0, figure: 100, margin: 1, isDirty: false },
      { commit: 1, figure: 100, isDirty: true, margin: undefined },
    ];
    const layout = layOutSeries(series([], { points, isExact: false }), 2, 280);
    const [, top, bottom] = /^M8\.0 ([\d.]+)V([\d.]+)$/.exec(layout.intervals) ?? [];
    expect(Number(bottom) - Number(top)).toBeCloseTo((100 * 2) / 5.05, 1);
    expect([layout.clean, layout.dirty]).toEqual(['M8.0 60.0h0', 'M208.0 60.0h0']);
  });

  it('draws the level of each stretch between changes', () => {
    const own = series([10, 10, 12, 12], { changes: [{ ...change, isProfiled: false }] });
    expect(layOutSeries(own, 4, 380).levels).toBe('M8.0 110.0H108.0M208.0 10.0H308.0');
  });

  it.each([[[7]], [[7, 7]], [[0, 0]]])('has finite positions for %j', (figures) => {
    const own = series(figures);
    const { locatePoint } = layOutSeries(own, figures.length, 280);
    expect(
      own.points.every((point) => Object.values(locatePoint(point)).every(Number.isFinite)),
    ).toBe(true);
  });

  it('finds the point closest to the pointer', () => {
    const own = series([10, 20, 15]);
    expect([0, 70, 1000].map((x) => nearestPoint(layOutSeries(own, 3, 280), own, x))).toEqual([
      0, 1, 2,
    ]);
  });
});

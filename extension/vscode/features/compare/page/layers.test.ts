import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../../../measure/distribution';
import type { Look } from '../../../page/histogram/bars';
import {
  barsToChoose,
  groupByUnit,
  type DrawnColumn,
  extentOfChart,
  computeBinHeights,
  layOutLayers,
  buildOutline,
} from './layers';

const look: Look = {
  valueScale: 'linear',
  countScale: 'linear',
  withTicked: true,
  range: undefined,
};
const column = (
  unit: string,
  quiet: Distribution,
  mean?: number,
  ticked: Distribution = [],
): DrawnColumn => ({ unit, mean, isExact: true, samples: { quiet, ticked } });
const few = column(
  'instr',
  [
    [70, 8],
    [75, 2],
  ],
  71,
);
const many = column(
  'instr',
  [
    [72, 900],
    [110, 50],
  ],
  74,
  [[140, 50]],
);

describe('the histograms of a comparison', () => {
  it('share an axis only where they share a unit', () => {
    const charts = groupByUnit([few, undefined, column('ns', [[5, 1]]), many]);
    expect(charts.map(({ unit, layers }) => [unit, layers.map(({ at }) => at)])).toEqual([
      ['instr', [0, 3]],
      ['ns', [2]],
    ]);
  });

  it('hold published means, which have no samples, beside the others', () => {
    const [chart] = groupByUnit([few, column('instr', [], 300)]);
    expect(chart?.means.map(({ at }) => at)).toEqual([1]);
    expect(extentOfChart(chart!, true)).toEqual({ low: 70, high: 300 });
  });

  it('stand on common edges, each in shares of its own samples', () => {
    const [chart] = groupByUnit([few, many]);
    const drawing = layOutLayers(chart!, look, 600)!;
    expect(drawing.totals).toEqual([10, 1000]);
    const at = (value: number) => drawing.bins.find(({ values }) => values.low === value)?.counts;
    expect([at(70), at(72), at(140)]).toEqual([
      [8, 0],
      [0, 900],
      [0, 50],
    ]);
    expect(drawing.tallest).toBe(0.9);
    const heights = [0, 1].map((layer) => computeBinHeights(drawing, layer, 'linear', 100));
    expect(Math.max(...heights[0]!)).toBeCloseTo((0.8 / 0.9) * 100);
    expect(Math.max(...heights[1]!)).toBeCloseTo(100);
  });

  it('never let a bin with samples vanish, on either scale', () => {
    const [chart] = groupByUnit([
      column('instr', [
        [1, 1_000_000],
        [90, 1],
      ]),
    ]);
    const drawing = layOutLayers(chart!, look, 600)!;
    for (const scale of ['linear', 'log'] as const) {
      const heights = computeBinHeights(drawing, 0, scale, 100).filter((height) => height > 0);
      expect(heights).toHaveLength(2);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(3);
    }
  });

  it('leave samples with a tick out where they are not wanted', () => {
    const [chart] = groupByUnit([many]);
    const { totals, axis } = layOutLayers(chart!, { ...look, withTicked: false }, 600)!;
    expect(totals).toEqual([950]);
    expect(axis.range.high).toBe(110);
  });

  it('are none without samples', () => {
    const [chart] = groupByUnit([column('cycles', [], 47)]);
    expect(layOutLayers(chart!, look, 600)).toBeUndefined();
  });

  it('are drawn from ground to ground, and chosen bin by bin', () => {
    const [chart] = groupByUnit([few]);
    const drawing = layOutLayers(chart!, look, 600)!;
    const outline = buildOutline(drawing.bins, computeBinHeights(drawing, 0, 'linear', 100), 100);
    expect(outline.match(/M/g)).toHaveLength(2);
    expect(outline).toMatch(/V100$/);
    expect(barsToChoose(drawing).bars.map(({ values }) => values.low)).toEqual([70, 75]);
  });
});

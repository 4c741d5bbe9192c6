import { describe, expect, test } from 'vitest';
import { curveTable } from '../../curve-words';
import { svgCurve } from './images';
import type { Curve } from '../../results/model';

const CURVE: Curve = {
  key: 'sort threads',
  title: 'sort',
  axis: 'threads',
  unit: 'cycles',
  operations: ['sort/quick', 'sort/selection'],
  lines: [
    {
      name: 'quick',
      points: [
        { x: 2, y: 4000, low: 3900, high: 4200 },
        { x: 8, y: 4800, low: 4700, high: 5000 },
        { x: 32, y: 9100, low: 9000, high: 9800 },
      ],
    },
    {
      name: 'selection',
      points: [
        { x: 2, y: 200_000 },
        { x: 8, y: 240_000 },
        { x: 32, why: 'refused, no memory for 32 threads' },
      ],
    },
  ],
};

describe('a curve as an image', () => {
  test('matches its golden file', async () => {
    await expect(svgCurve(CURVE)).toMatchFileSnapshot('../../../../test/golden/curve.svg');
  });

  test('shows its unit, its band and its scales, and is readable in dark mode', () => {
    const svg = svgCurve(CURVE);
    expect(svg).toContain('mean in cycles, the band from p10 to p90');
    expect(svg).toContain('log scale: x and y<');
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg?.match(/<circle/g)).toHaveLength(5);
  });

  test('cannot be broken by a name', () => {
    const svg = svgCurve({ ...CURVE, title: 'a<b>&\u0007' });
    expect(svg).toContain('a&lt;b&gt;&amp;␇ over threads');
  });

  test('is omitted without figures', () => {
    const lines = [{ name: 'x', points: [{ x: 1, why: 'refused' }] }];
    expect(svgCurve({ ...CURVE, lines })).toBeUndefined();
  });
});

test('a curve as a table has every point, with the reason if it has no figure', () => {
  expect(curveTable(CURVE)).toEqual({
    titles: ['threads', 'quick (cycles)', 'selection (cycles)'],
    rows: [
      ['2', '4,000.0 (3,900.0 – 4,200.0)', '200,000.0'],
      ['8', '4,800.0 (4,700.0 – 5,000.0)', '240,000.0'],
      ['32', '9,100.0 (9,000.0 – 9,800.0)', 'refused, no memory for 32 threads'],
    ],
  });
});

import { expect, test } from 'vitest';
import type { Distribution } from '../measure/distribution';
import { summaryRows } from './summary-row';
import { prepareDrawing, svgHistogram } from './svg-histogram';
import { exampleRun } from './testing';

const [row] = summaryRows(exampleRun({ 'heap/malloc': 146 }));

function draw(distribution: Distribution, title = 'heap/malloc'): string {
  const values = distribution.map(([value]) => value);
  const marks = [
    ['min', values[0]],
    ['p50', undefined],
    ['max', values.at(-1)],
  ] as const;
  return svgHistogram({ title, unit: 'cycles', distribution, marks });
}

const numbers = (svg: string, attribute: string): number[] =>
  [...svg.matchAll(new RegExp(`<rect[^>]* ${attribute}="([^"]+)"`, 'g'))].map(([, n]) => Number(n));

test('matches its golden file', async () => {
  if (row === undefined) throw new Error('no row');
  const svg = svgHistogram(prepareDrawing(row, row.name));
  await expect(svg).toMatchFileSnapshot('../../test/golden/histogram.svg');
});

test('is readable in dark mode and shows its unit', () => {
  const svg = draw([[100, 9]]);
  expect(svg).toContain('prefers-color-scheme:dark');
  expect(svg).toContain('>cycles, 1 cycles a column, tallest 9 samples<');
});

test.each<[string, Distribution]>([
  ['one value', [[7, 3]]],
  ['zero', [[0, 3]]],
  [
    'below zero',
    [
      [-2, 1],
      [5, 8],
    ],
  ],
  [
    'a long tail',
    [
      [50, 9_999],
      [1_000_000, 1],
    ],
  ],
])('%s stays inside the picture', (_, distribution) => {
  const svg = draw(distribution);
  expect(svg).not.toMatch(/NaN|Infinity/);
  const [x, width, height] = ['x', 'width', 'height'].map((each) => numbers(svg, each));
  expect(x).toHaveLength(distribution.length);
  x?.forEach((left, at) => {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + (width?.[at] ?? 0)).toBeLessThanOrEqual(420);
    expect(height?.[at]).toBeGreaterThanOrEqual(2);
  });
});

test.each([
  [[100, 140], 1],
  [[100, 101, 140], 2],
  [[100, 100, 101, 140], 3],
])('labels of marks at %j take %d rows', (values, rows) => {
  const marks = values.map((value) => ['mark', value] as const);
  const distribution: Distribution = [
    [100, 9],
    [140, 1],
  ];
  const svg = svgHistogram({ title: '', unit: 'ns', distribution, marks });
  const lines = [...svg.matchAll(/y="([\d.]+)" class="label"/g)].map(([, y]) => y);
  expect(lines).toHaveLength(values.length);
  expect(new Set(lines).size).toBe(rows);
});

test('a name is escaped, whatever it contains', () => {
  expect(draw([[1, 1]], 'a<b&c')).toContain('>a&lt;b&amp;c<');
});

import { describe, expect, test } from 'vitest';
import { layOutCurve } from './curve-layout';
import type { Curve } from './model';

const SIZE = { width: 100, height: 100 };

function line(...points: Curve['lines'][number]['points']): Pick<Curve, 'lines'> {
  return { lines: [{ name: 'one', points }] };
}

describe('positions of the points of a curve', () => {
  test('spaces few values evenly, and starts costs at zero', () => {
    const layout = layOutCurve(line({ x: 2, y: 50 }, { x: 4, y: 100 }), SIZE);
    expect(layout?.scales).toEqual({ x: 'linear', y: 'linear' });
    expect(layout?.lines[0]?.dots).toEqual([
      { x: 0, y: 50 },
      { x: 100, y: 0 },
    ]);
    expect(layout?.lines[0]?.line).toBe('M0 50L100 0');
    expect(layout?.yTicks.map(({ label }) => label)).toEqual(['0', '20', '40', '60', '80', '100']);
  });

  test('puts values that grow by factors on a logarithmic axis', () => {
    const layout = layOutCurve(
      line({ x: 2, y: 100 }, { x: 8, y: 1000 }, { x: 32, y: 10_000 }),
      SIZE,
    );
    expect(layout?.scales).toEqual({ x: 'log', y: 'log' });
    expect(layout?.lines[0]?.dots.map((dot) => dot?.x)).toEqual([0, 50, 100]);
    expect(layout?.lines[0]?.dots.map((dot) => dot?.y)).toEqual([100, 50, 0]);
    expect(layout?.xTicks).toEqual([
      { at: 0, label: '2' },
      { at: 50, label: '8' },
      { at: 100, label: '32' },
    ]);
    expect(layout?.yTicks.map(({ label }) => label)).toEqual([
      '100',
      '200',
      '500',
      '1,000',
      '2,000',
      '5,000',
      '10,000',
    ]);
  });

  test('draws a band around the line', () => {
    const layout = layOutCurve(
      line({ x: 0, y: 50, low: 40, high: 60 }, { x: 10, y: 90, low: 80, high: 100 }),
      SIZE,
    );
    expect(layout?.lines[0]?.band).toBe('M0 60L100 20L100 0L0 40Z');
  });

  test('interrupts line and band at a point without a figure', () => {
    const points = [
      { x: 1, y: 5 },
      { x: 2, y: 5 },
      { x: 3, why: 'refused' },
      { x: 4, y: 5 },
    ];
    const layout = layOutCurve(line(...points), { width: 300, height: 100 });
    expect(layout?.lines[0]?.line).toBe('M0 0L100 0');
    expect(layout?.lines[0]?.dots).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      undefined,
      { x: 300, y: 0 },
    ]);
  });

  test('keeps labels apart', () => {
    const points = Array.from({ length: 50 }, (_, x) => ({ x, y: 1 }));
    const ticks = layOutCurve(line(...points), { width: 200, height: 100 })?.xTicks ?? [];
    expect(ticks.length).toBeLessThan(8);
    expect(ticks.every(({ at }, n) => n === 0 || at - (ticks[n - 1]?.at ?? 0) >= 34)).toBe(true);
  });

  test.each([[0], [-3], [1e-3], [1e9]])('draws a single value, %d, too', (y) => {
    const layout = layOutCurve(line({ x: 1, y }), SIZE);
    expect(layout?.lines[0]?.dots[0]?.y).toSatisfy((at: number) => at >= 0 && at <= 100);
    expect(layout?.yTicks.length).toBeLessThan(12);
  });

  test('shows large values in millions, so that they fit', () => {
    const layout = layOutCurve(line({ x: 1, y: 0 }, { x: 2, y: 50_000_000 }), SIZE);
    expect(layout?.yTicks.map(({ label }) => label)).toEqual([
      '0',
      '10 M',
      '20 M',
      '30 M',
      '40 M',
      '50 M',
    ]);
  });

  test('has no layout without figures', () => {
    expect(layOutCurve(line({ x: 1, why: 'refused' }), SIZE)).toBeUndefined();
  });
});

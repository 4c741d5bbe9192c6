import { describe, expect, test } from 'vitest';
import { summarise } from '../../runs/record/summarise';
import { CLOCKS, makeConstantRun } from '../documents/testing';
import { buildCurves } from './curves';

const curves = (...run: Parameters<typeof makeConstantRun>) =>
  buildCurves(summarise(makeConstantRun(...run)));

describe('the curves of a sweep', () => {
  test('one parameter gives one drawing per suite with a line per operation', () => {
    const [curve, ...others] = curves(
      {
        'sort/quick threads=8': 400,
        'sort/quick threads=2': 100,
        'sort/quick threads=4': 200,
        'sort/quick_waiting threads=2': 50,
        'sort/quick_waiting threads=4': 90,
        'heap/malloc': 70,
      },
      CLOCKS.cycles,
    );
    expect(others).toEqual([]);
    expect(curve).toMatchObject({ title: 'sort', axis: 'threads', unit: 'cycles' });
    expect(curve?.operations).toEqual(['sort/quick', 'sort/quick_waiting']);
    expect(curve?.lines.map(({ name }) => name)).toEqual(['quick', 'quick_waiting']);
    expect(curve?.lines[0]?.points).toEqual([
      { x: 2, y: 100, low: 100, high: 100 },
      { x: 4, y: 200, low: 200, high: 200 },
      { x: 8, y: 400, low: 400, high: 400 },
    ]);
  });

  test('with two parameters, either is an axis while the other distinguishes the lines', () => {
    const points = [2, 4].flatMap((threads) => [100, 1000].map((size) => ({ threads, size })));
    const costs = points.map(({ threads, size }) => [
      `sort/quick threads=${threads} size=${size} total=0`,
      size * threads,
    ]);
    const found = curves(Object.fromEntries(costs));
    expect(found.map(({ title, axis }) => [title, axis])).toEqual([
      ['sort/quick', 'threads'],
      ['sort/quick', 'size'],
    ]);
    expect(found[0]?.lines.map(({ name }) => name)).toEqual(['size=100', 'size=1000']);
    expect(found[1]?.lines[1]?.points.map(({ x, y }) => [x, y])).toEqual([
      [100, 400],
      [1000, 4000],
    ]);
  });

  test('a refused point has its reason and no figure', () => {
    const [curve] = curves({
      'sort/selection size=100': 100,
      'sort/selection size=1000': 5000,
      'sort/selection size=1000000': 'does not fit',
    });
    expect(curve?.title).toBe('sort/selection');
    expect(curve?.lines[0]?.points[2]).toEqual({ x: 1_000_000, why: 'refused, does not fit' });
  });

  test('more lines than can be distinguished need another drawing', () => {
    const sizes = [1, 2, 3, 4, 5, 6, 7].flatMap((size) => [2, 4].map((threads) => [threads, size]));
    const found = curves(
      Object.fromEntries(
        sizes.map(([threads, size]) => [`s/o threads=${threads} size=${size}`, 90]),
      ),
    );
    const overThreads = found.filter(({ axis }) => axis === 'threads');
    expect(overThreads.map(({ title, lines }) => [title, lines.length])).toEqual([
      ['s/o (1 of 2)', 6],
      ['s/o (2 of 2)', 1],
    ]);
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  });

  test('nothing is drawn if nothing varies', () => {
    expect(curves({ 'sort/quick threads=2 size=100': 100, 'heap/malloc': 70 })).toEqual([]);
  });
});

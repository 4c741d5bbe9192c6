import { describe, expect, it } from 'vitest';
import { placeMarks } from './marks';

const axis = { range: { low: 0, high: 99 }, scale: 'linear', width: 1000 } as const;
const mark = (label: string, value: number) => ({ label, value, kind: 'percentile' }) as const;

describe('marks', () => {
  it('stand in the middle of their bar, labels that would touch in rows', () => {
    const placed = placeMarks([mark('p99 52', 52), mark('p50 50', 50), mark('max 90', 90)], axis);
    expect(placed.map(({ label, x, row }) => [label, x, row])).toEqual([
      ['p50 50', 505, 0],
      ['p99 52', 525, 1],
      ['max 90', 905, 0],
    ]);
  });

  it('keep their labels inside the chart, and are left out beyond the zoom', () => {
    const [first, ...others] = placeMarks([mark('a long label', 0), mark('far', 100)], axis);
    expect(others).toEqual([]);
    expect(first!.middle).toBeGreaterThan(first!.x);
  });

  it('put a mean where it is', () => {
    expect(placeMarks([{ label: 'mean', value: 20, kind: 'mean' }], axis)[0]!.x).toBe(200);
  });
});

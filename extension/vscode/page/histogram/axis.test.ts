import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeMarks, toPosition, roundValues, valueAt } from './axis';

describe('axis', () => {
  describe('positions on an axis', () => {
    it('extend from the first value to the end of the last one', () => {
      for (const scale of ['linear', 'log'] as const) {
        const axis = { range: { low: 10, high: 99 }, scale, width: 300 };
        expect(toPosition(10, axis)).toBe(0);
        expect(toPosition(100, axis)).toBe(300);
      }
    });

    it('are found back from a position', () => {
      const values = fc.record({
        low: fc.integer({ min: 1, max: 1000 }),
        span: fc.integer({ min: 1, max: 1e6 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        scale: fc.constantFrom('linear' as const, 'log' as const),
      });
      fc.assert(
        fc.property(values, ({ low, span, share, scale }) => {
          const axis = { range: { low, high: low + span }, scale, width: 640 };
          expect(toPosition(valueAt(share * 640, axis), axis)).toBeCloseTo(share * 640, 3);
        }),
      );
    });
  });

  describe('round values', () => {
    it.each([
      [68, 74, 'linear', 6, [68, 69, 70, 71, 72, 73, 74]],
      [0, 1000, 'linear', 5, [0, 200, 400, 600, 800, 1000]],
      [-5, 42, 'linear', 4, [0, 20, 40]],
      [68, 1930, 'log', 6, [100, 200, 500, 1000]],
      [1, 1e6, 'log', 4, [1, 100, 10_000, 1e6]],
      [70, 90, 'log', 4, [70, 75, 80, 85, 90]],
    ] as const)('from %d to %d, %s, about %d', (low, high, scale, count, values) => {
      expect(roundValues({ low, high }, scale, count)).toEqual(values);
    });

    it('are never many more than requested', () => {
      const range = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e9 }));
      fc.assert(
        fc.property(
          range,
          fc.constantFrom('linear' as const, 'log' as const),
          ([low, span], scale) => {
            const values = roundValues({ low, high: low + span }, scale, 8);
            expect(values.length).toBeLessThanOrEqual(12);
            expect(values.every((value) => value >= low && value <= low + span)).toBe(true);
          },
        ),
      );
    });
  });
});

describe('marks', () => {
  const axis = { range: { low: 0, high: 99 }, scale: 'linear', width: 1000 } as const;
  const mark = (label: string, value: number) => ({ label, value, kind: 'percentile' }) as const;

  describe('marks', () => {
    it('are in the middle of their bar, with labels that would touch in rows', () => {
      const placed = placeMarks([mark('p99 52', 52), mark('p50 50', 50), mark('max 90', 90)], axis);
      expect(placed.map(({ label, x, row }) => [label, x, row])).toEqual([
        ['p50 50', 505, 0],
        ['p99 52', 525, 1],
        ['max 90', 905, 0],
      ]);
    });

    it('keep their labels inside the chart, and are omitted outside the zoom', () => {
      const [first, ...others] = placeMarks([mark('a long label', 0), mark('far', 100)], axis);
      expect(others).toEqual([]);
      expect(first!.middle).toBeGreaterThan(first!.x);
    });

    it('put a mean at its exact place', () => {
      expect(placeMarks([{ label: 'mean', value: 20, kind: 'mean' }], axis)[0]!.x).toBe(200);
    });
  });
});

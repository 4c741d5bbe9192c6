import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distributionOf, size } from './distribution';
import { thin } from './thin';

const values = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 300 });

test('loses no sample and keeps its ends, whatever it is given', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 64 }), (all, most) => {
      const whole = distributionOf(Float64Array.from(all));
      const thinned = thin(whole, most);
      expect(thinned.length).toBeLessThanOrEqual(most);
      expect(size(thinned)).toBe(size(whole));
      expect([thinned[0]?.[0], thinned.at(-1)?.[0]]).toEqual([whole[0]?.[0], whole.at(-1)?.[0]]);
      expect(thinned.every(([value], at) => at === 0 || value > (thinned[at - 1]?.[0] ?? 0))).toBe(
        true,
      );
    }),
  );
});

test('leaves alone what is small enough', () => {
  expect(thin([], 4)).toEqual([]);
  expect(thin([[7, 3]], 1)).toEqual([[7, 3]]);
});

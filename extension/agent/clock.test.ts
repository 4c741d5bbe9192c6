import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Clock, makeClock, tickDensity, toNanoseconds, toUnit, toUnits } from './clock';

const emulated: Clock = { name: 'emulated', hz: 25_000_000, unit: 'instructions', ratio: [5, 16] };
const dwt: Clock = { name: 'dwt', hz: 600_000_000, unit: 'cycles', ratio: [1, 1] };

describe('toUnit', () => {
  test.each([
    [3203, [5, 16], 1001],
    [3204, [5, 16], 1001],
    [25, [5, 16], 8],
    [0, [5, 16], 0],
    [1, [1, 2], 1],
    [1, [1, 3], 0],
    [2, [1, 3], 1],
    [0xffff_ffff, [0xffff_ffff, 0xffff_ffff], 0xffff_ffff],
  ] as const)('%d ticks at %j are %d', (ticks, ratio, units) => {
    expect(toUnit(ticks, ratio)).toBe(units);
  });

  test('is exact for every ratio, checked against integer arithmetic', () => {
    const u32 = fc.nat(0xffff_ffff);
    const positive = fc.integer({ min: 1, max: 0xffff_ffff });
    fc.assert(
      fc.property(u32, positive, positive, (ticks, num, den) => {
        const exact = (BigInt(ticks) * BigInt(num) + BigInt(den) / 2n) / BigInt(den);
        expect(toUnit(ticks, [num, den])).toBe(Number(exact));
      }),
    );
  });

  test('recovers any instruction count, wherever between two ticks it began', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(15), (instructions, phase) => {
        const ticks = Math.floor((instructions * 16 + phase) / 5) - Math.floor(phase / 5);
        expect([...toUnits(Uint32Array.of(ticks), [5, 16])]).toEqual([instructions]);
      }),
    );
  });
});

test.each([
  ['cycles', 0, [1, 1]],
  ['cycles', 1.5, [1, 1]],
  ['cycles', 100, [0, 1]],
  ['cycles', 100, [1, 0]],
  ['seconds', 100, [1, 1]],
] as const)('rejects a clock of %s at %d Hz and %j', (unit, hz, ratio) => {
  expect(makeClock('x', unit, hz, ratio)).toBeUndefined();
});

test('only real clocks measure time', () => {
  expect(toNanoseconds(600, dwt)).toBe(1000);
  expect(toNanoseconds(600, emulated)).toBeUndefined();
});

test('the tick density is given in the unit', () => {
  expect(tickDensity(emulated, 100)).toBe(78_125);
  expect(tickDensity(dwt, 0)).toBeUndefined();
});

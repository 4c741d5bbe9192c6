import { expect, test } from 'vitest';
import { readPrinted } from './cells';
import type { PublishedUnit } from './model';

test.each<[string, PublishedUnit, number, number]>([
  ['1001', 'cycles', 1001, 1],
  ['118x', 'x', 118, 1],
  ['4.98', 'µs', 4.98, 0.01],
  ['2.60', 'µs', 2.6, 0.01],
  ['2.4 µs', 'ns', 2400, 100],
  ['1.09 ms', 'ns', 1_090_000, 10_000],
  ['855 ns', 'ns', 855, 1],
  ['-0.4%', '%', -0.4, 0.1],
  ['+1430.0%', '%', 1430, 0.1],
  ['-55', 'ns', -55, 1],
])('reads %s in %s', (printed, unit, value, resolution) => {
  expect(readPrinted(printed, unit)).toEqual({ value, resolution });
});

test.each(['', '-', 'n/a', '1.2.3', '5 apples 7'])('rejects "%s" as a figure', (printed) => {
  expect(readPrinted(printed, 'ns')).toBeUndefined();
});

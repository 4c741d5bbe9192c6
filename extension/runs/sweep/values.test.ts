import { describe, expect, it } from 'vitest';
import { parseValues, valuesText } from './values';

describe('values of a parameter', () => {
  it.each([
    ['64', [64]],
    ['-3', [-3]],
    ['2, 4,8', [2, 4, 8]],
    ['1..4', [1, 2, 3, 4]],
    ['-1..1', [-1, 0, 1]],
    ['10..50+20', [10, 30, 50]],
    ['2..32x2', [2, 4, 8, 16, 32]],
    ['100..1000000x10', [100, 1000, 10_000, 100_000, 1_000_000]],
    ['2,1..3', [2, 1, 3]],
    ['5..5', [5]],
  ])('%s', (text, values) => {
    expect(parseValues(text)).toEqual({ values });
    expect(parseValues(valuesText(values))).toEqual({ values });
  });

  it.each([
    ['', /"" is neither a whole number nor a range/],
    ['1,,2', /"" is neither/],
    ['1.5', /"1.5" is neither/],
    ['99999999999999999999', /is neither/],
    ['8..2', /goes upwards/],
    ['0..8x2', /goes upwards/],
    ['1..8x1', /goes upwards/],
    ['1..8+0', /goes upwards/],
    ['2..30x2', /does not reach 30: the last value is 16/],
    ['1..1000000', /more than 1000 values/],
    ['1..600,601..1200', /more than 1000 values/],
  ])('rejects "%s"', (text, problem) => {
    expect(parseValues(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

import { expect, test } from 'vitest';
import { findOwnPart, listOwnRuns } from './own';
import { CLOCKS, makeConstantRun } from './testing';

/** 720 cycles of 72 MHz, in three repeats. */
function inMicroseconds(error?: string) {
  const run = makeConstantRun({ 'mutex/lock': 720 }, CLOCKS.cycles, [1, 1.01, 0.99]);
  const passes = run.passes.map((pass) => ({
    ...pass,
    facts: { ...pass.facts, ...(error !== undefined && { core_hz_error: error }) },
  }));
  const [own] = listOwnRuns([{ ...run, passes }]);
  if (own === undefined) throw new Error('no run');
  const part = { op: 'mutex/lock', params: {} };
  const found = findOwnPart({ run: own, variant: '' }, part, { unit: 'µs' });
  if (found.kind !== 'value') throw new Error('no value');
  return found;
}

test('the error of a measured rate is part of the margin of a time', () => {
  const [exact, measured] = [inMicroseconds(), inMicroseconds('0.5 %')];
  expect(measured.value).toBe(exact.value);
  expect(exact.value).toBeCloseTo(10, 1);
  expect((measured.margin ?? NaN) - (exact.margin ?? NaN)).toBeCloseTo(exact.value * 0.005, 9);
});

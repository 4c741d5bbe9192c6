import { expect, test } from 'vitest';
import type { OperationRecord, RunPass } from '../../runs';
import { findClockStep } from './profile-pass';

type Readings = Parameters<typeof findClockStep>[0];

const clock = { name: 'mxc_timer1', hz: 1e9, unit: 'instructions', ratio: [1, 1] } as const;
const makeReadings = (values: readonly number[], step?: number): Readings => {
  const quiet = values.map((value) => [value, 1] as const);
  const operation = { quiet, ticked: [], empty: { samples: [[375, 9]] } } as unknown;
  const clocks = [{ ...clock, ...(step && { step }) }] as unknown as RunPass['clocks'];
  return { clocks, operations: [operation as OperationRecord] };
};

test("the clock's step is that of the measured values", () => {
  expect(findClockStep(makeReadings([416, 417], 41.67))).toBe(41.67);
});

test('too few values show it by their smallest difference, but for rounding', () => {
  expect(findClockStep(makeReadings([416, 417, 458, 459]))).toBe(41);
  expect(findClockStep(makeReadings([375, 376]))).toBe(64);
});

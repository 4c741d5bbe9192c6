import { expect } from 'vitest';
import type { Measured } from './measured';

/** Expects that every run and every operation ended well, and that nothing was lost on the way. */
export function expectWhole({ runs, problems, lostPackets }: Measured): void {
  expect(problems).toEqual([]);
  expect(lostPackets).toBe(0);
  for (const run of runs) {
    expect(run.problems).toEqual([]);
    expect(run.end).toMatchObject({ status: 'ok', attempted: run.end?.stored });
    for (const operation of run.operations) {
      expect(operation.problems).toEqual([]);
      expect(operation.end).toMatchObject({ status: 'ok', reason: '' });
      expect(operation.end?.stored).toBe(operation.decoded);
    }
  }
}

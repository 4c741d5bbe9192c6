import { expect, test } from 'vitest';
import { drawPair } from './draw.mjs';

/** Draws one repeat after the other. */
function inOrder() {
  let at = 0;
  return () => (at++ % 20) / 20;
}

/** Repeats of an operation, some of which took twice as long. */
const values = Array.from({ length: 20 }, (_, at) => (at % 5 === 0 ? 2000 : 1000) + at);
const operations = [{ name: 'a/b', values, resolution: 1 }];

test.each([
  [1, 'ok'],
  [1.03, 'ok'],
  [1.1, 'failed'],
])('of a side that takes %d times as long a gate of 5 %% is %s', (factor, wanted) => {
  const { outcome, repeats } = drawPair(operations, { factor, delta: 0.05 }, inOrder());
  expect(outcome).toBe(wanted);
  expect(repeats).toBeGreaterThan(5);
  expect(repeats).toBeLessThanOrEqual(640);
});

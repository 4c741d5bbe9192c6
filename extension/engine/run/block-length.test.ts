import { describe, expect, test } from 'vitest';
import { learnLength, silenceFor } from './block-length';

const looked = (milliseconds: number) => ({ milliseconds, wasLookedInto: true });
const silent = (milliseconds: number) => ({ milliseconds, wasLookedInto: false });

describe('learnLength', () => {
  test('a look tells how long a block takes, but no longer than the clock says', () => {
    expect(learnLength(10, looked(20), 40)).toBe(20);
    expect(learnLength(10, looked(500), 25)).toBe(25);
  });

  test('a silence that was long enough tells no more than the clock', () => {
    expect(learnLength(10, silent(10.5), 8)).toBe(8);
    expect(learnLength(10, silent(10.5), 40)).toBe(10);
  });
});

test('a block that has ended waits by a twentieth, and by five milliseconds at most', () => {
  expect([2, 20, 100, 10_000].map(silenceFor)).toEqual([2.1, 21, 105, 10_005]);
});

import { describe, expect, test } from 'vitest';
import type { Clock } from '../agent/clock';
import { RATE_SECONDS, rateDoubt, rawDoubts } from './doubts';

test.each([
  [[], []],
  [[0, 5], []],
  [[0x7fff_fffe], []],
  [[0, 0], ['the clock did not move in any sample']],
  [[1, 0x7fff_ffff, 0xffff_ffff], ["2 samples are longer than half the counter's range"]],
])('%j', (ticks, doubts) => {
  expect(rawDoubts(Uint32Array.from(ticks))).toEqual(doubts);
});

const dwt: Clock = { name: 'dwt-cyccnt', hz: 600_000_000, unit: 'cycles', ratio: [1, 1] };
const seconds = 2 * RATE_SECONDS;

describe('the rate that a cycle counter claims', () => {
  test.each([
    ['exact', 1],
    ['within a hundredth', 1.009],
    ['within a hundredth below', 0.991],
  ])('is accepted if it is %s', (_, factor) => {
    expect(rateDoubt(dwt, dwt.hz * seconds * factor, seconds)).toBeUndefined();
  });

  test.each([
    ['too fast', 1.02, '612.0 MHz'],
    ['too slow, as one that stops in sleep', 0.5, '300.0 MHz'],
    ['not moving', 0, '0.0 MHz'],
  ])('is doubted if it is %s', (_, factor, seen) => {
    expect(rateDoubt(dwt, dwt.hz * seconds * factor, seconds)).toBe(
      `the clock dwt-cyccnt claims 600.0 MHz and counts cycles at ${seen}`,
    );
  });

  test('is not judged by a run that is too short', () => {
    expect(rateDoubt(dwt, 0, RATE_SECONDS - 1)).toBeUndefined();
  });

  test('does not exist for an emulated clock or a system clock', () => {
    expect(rateDoubt({ ...dwt, unit: 'instructions' }, 0, seconds)).toBeUndefined();
    expect(rateDoubt({ ...dwt, unit: 'ns' }, 0, seconds)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { newPace } from './block-pace';

const CLOCK_HZ = 1_000_000;
const TICK_HZ = 1000;
const block = (ticks: number) => ({ ticks, from: 'a block' as const });
const nothing = { ticks: 0, from: 'nothing' as const };
const looked = (milliseconds: number) => ({ milliseconds, wasLookedInto: true });
const silent = (milliseconds: number) => ({ milliseconds, wasLookedInto: false });

describe.each(['cycles', 'ns'])('a clock of %s', (unit) => {
  const clock = { unit, clockHz: CLOCK_HZ, ratio: [1, 1] } as const;
  const pace = newPace(clock, TICK_HZ);

  test('tells time, and the agent waits for three ticks at most', () => {
    expect(pace.guess(block(100_000))).toBe(4 + 3 + 100);
    expect(pace.guess(nothing)).toBe(7);
    expect(newPace(clock, 100).guess(nothing)).toBe(34);
    expect(pace.most(20_000)).toBe(20);
  });

  test('learns nothing from looks', () => {
    pace.learn(block(100_000), looked(5000));
    expect(pace.guess(block(100_000))).toBe(107);
  });

  test('one execution is not believed for long, nothing for very long', () => {
    expect(pace.guess({ ticks: 9_000_000, from: 'one execution' })).toBe(1000);
    expect(pace.guess(block(9_000_000))).toBe(2000);
  });
});

describe('an emulated clock', () => {
  const start = (ratio: [number, number] = [1, 1]) =>
    newPace({ unit: 'instructions', clockHz: CLOCK_HZ, ratio }, TICK_HZ);

  test('is taken for a slow one, whatever rate it claims, and tells no time', () => {
    expect(start().guess(nothing)).toBe(12);
    expect(start().guess(block(1_000_000))).toBe(12 + 40);
    expect(start([5, 16]).guess(block(1_600_000))).toBe(12 + 20);
    expect(start().most(20_000)).toBeUndefined();
  });

  test('a computer that was busy is waited for longer, until it has been quiet for long', () => {
    const pace = start();
    pace.learn(nothing, looked(32));
    expect(pace.guess(nothing)).toBe(12 + 30);
    pace.learn(nothing, looked(20));
    expect(pace.guess(nothing)).toBeCloseTo(12 + 30 * 0.85);
    for (let count = 0; count < 50; count++) pace.learn(nothing, silent(42));
    expect(pace.guess(nothing)).toBeCloseTo(12, 1);
    pace.learn(nothing, looked(5000));
    expect(pace.guess(nothing)).toBe(12 + 60);
  });

  test('one that was quicker than foretold makes nothing shorter', () => {
    const pace = start();
    pace.learn(nothing, looked(5));
    expect(pace.guess(nothing)).toBe(12);
  });
});

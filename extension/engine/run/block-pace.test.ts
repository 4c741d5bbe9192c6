import { describe, expect, test } from 'vitest';
import { newPace } from './block-pace';

const CLOCK_HZ = 1_000_000;
const TICK_HZ = 1000;
const block = (milliseconds: number) => ({ ticks: milliseconds * 1000, from: 'a block' as const });
const nothing = { ticks: 0, from: 'nothing' as const };
const looked = (milliseconds: number) => ({ milliseconds, wasLookedInto: true });
const silent = (milliseconds: number) => ({ milliseconds, wasLookedInto: false });

describe.each(['cycles', 'ns'])('a clock of %s', (unit) => {
  const pace = newPace({ unit, clockHz: CLOCK_HZ }, TICK_HZ);

  test('tells time, and the agent waits for three ticks at most', () => {
    expect(pace.guess(block(100)).milliseconds).toBe(4 + 3 + 100);
    expect(pace.guess(nothing).milliseconds).toBe(7);
    expect(newPace({ unit, clockHz: CLOCK_HZ }, 100).guess(nothing).milliseconds).toBe(34);
  });

  test('needs no looks, and learns nothing from them', () => {
    pace.learn(100_000, looked(5000));
    expect(pace.guess(block(100))).toEqual({ milliseconds: 107, believed: 4 });
    expect(pace.most(20_000)).toBe(20);
    expect([pace.tells(100, looked(5)), pace.tells(100_000, silent(5))]).toEqual([true, false]);
  });

  test('one execution is not believed for long, nothing for very long', () => {
    expect(pace.guess({ ...block(9000), from: 'one execution' }).milliseconds).toBe(250);
    expect(pace.guess(block(9000)).milliseconds).toBe(2000);
  });
});

describe('an emulated clock', () => {
  const start = () => newPace({ unit: 'instructions', clockHz: CLOCK_HZ }, TICK_HZ);

  test('is taken for one that tells time, and looked at halfway, until it was seen', () => {
    expect(start().guess(block(100))).toEqual({ milliseconds: 104, believed: 0 });
    expect(start().guess(nothing)).toEqual({ milliseconds: 4, believed: 4 });
    expect(start().most(20_000)).toBe(Infinity);
  });

  test('once seen it is believed of every operation, with something to spare', () => {
    const pace = start();
    pace.learn(100_000, looked(300));
    expect(pace.guess(block(100))).toEqual({ milliseconds: 4 + 300 * 1.25, believed: 4 });
  });

  test('is never slower than a block that was over before the first look', () => {
    const pace = start();
    pace.learn(100_000, silent(50));
    expect(pace.guess(block(100))).toEqual({ milliseconds: 54, believed: 0 });
  });

  test('a computer that was busy once does not make it much slower', () => {
    const pace = start();
    pace.learn(100_000, looked(40));
    pace.learn(100_000, looked(4000));
    expect(pace.guess(block(100)).milliseconds).toBeCloseTo(4 + 40 * 1.1 * 1.25);
    pace.learn(100_000, looked(20));
    expect(pace.guess(block(100)).milliseconds).toBe(4 + 20 * 1.25);
  });

  test('short blocks tell nothing of it', () => {
    const pace = start();
    expect([pace.tells(5000, looked(300)), pace.tells(8000, silent(9))]).toEqual([false, true]);
    pace.learn(5000, looked(300));
    expect(pace.guess(block(100)).milliseconds).toBe(104);
  });

  test('seen too fast once it is still corrected by later looks', () => {
    const pace = start();
    pace.learn(100_000, looked(1));
    pace.learn(100_000, looked(40));
    expect(pace.guess(block(100)).milliseconds).toBeCloseTo(4 + 1.1 * 1.25);
  });
});

import { describe, expect, it } from 'vitest';
import { bench } from '../testing/benches';
import { benchName, selectBenches } from './selection';

const benches = [
  bench('heap', 'malloc'),
  bench('heap', 'free'),
  bench('mutex', 'lock'),
  bench('mutex', 'unlock'),
];

describe('selecting benchmarks', () => {
  it.each([
    [[], ['heap/malloc', 'heap/free', 'mutex/lock', 'mutex/unlock']],
    [['mutex'], ['mutex/lock', 'mutex/unlock']],
    [['mutex/lock'], ['mutex/lock']],
    [
      ['*/?ock', 'heap/m*'],
      ['heap/malloc', 'mutex/lock'],
    ],
    [['h*'], ['heap/malloc', 'heap/free']],
    [['*'], ['heap/malloc', 'heap/free', 'mutex/lock', 'mutex/unlock']],
    [
      ['heap/*', 'heap/free'],
      ['heap/malloc', 'heap/free'],
    ],
  ])('%j selects %j', (patterns, names) => {
    expect(selectBenches(benches, patterns).map(benchName)).toEqual(names);
  });

  it.each([
    ['haep', /"heap"/],
    ['malloc', /"heap\/malloc"/],
    ['heap/maloc', /"heap\/malloc"/],
    ['h.ap', /"heap"/],
    ['qqqqqqqqqq', /Available: heap, mutex/],
  ])('an unknown %s names the near ones', (pattern, hint) => {
    expect(() => selectBenches(benches, ['heap', pattern])).toThrow(
      expect.objectContaining({
        code: 'unknown-benchmark',
        message: expect.stringContaining(pattern),
        hint: expect.stringMatching(hint),
      }),
    );
  });
});

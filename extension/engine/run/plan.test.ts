import { describe, expect, it } from 'vitest';
import { bench } from '../testing/benches';
import { benchName, checkSettings, planRun, selectBenches, describeTracedCounts } from './plan';

const size = { name: 'size', default: 4, min: 1, max: 64 };
const malloc = bench('heap', 'malloc', { params: [size] });
const free = bench('heap', 'free', { params: [size] });
const quick = bench('sort', 'quick', {
  params: [{ name: 'threads', default: 2, min: 1, max: 32 }, size],
});
const calloc = bench('heap', 'calloc');
const long = bench('switch', 'switch', { iterations: 500_000 });
const short = bench('switch', 'start', { iterations: 100 });
const plain = { settings: {} };
const traced = { ...plain, isTraced: true };

type Asked = Parameters<typeof planRun>[2] & { readonly isTraced?: boolean };

describe('planning the run lines', () => {
  it.each([
    ['a whole suite', [malloc, free], [malloc, free], plain, ['run heap']],
    ['one operation', [malloc, free], [free], plain, ['run heap op=free']],
    [
      'the same arguments',
      [malloc, free],
      [malloc, free],
      { ...plain, iterations: 7, warmup: 0, settings: { size: [8] } },
      ['run heap n=7 warmup=0 size=8'],
    ],
    [
      'batches for a host that does not read',
      [malloc, free],
      [free],
      { ...plain, iterations: 1024, batches: 9, isUnread: true },
      ['run heap op=free n=1024 wait=0 batches=9'],
    ],
    [
      'a parameter that only one operation has',
      [malloc, calloc],
      [malloc, calloc],
      { ...plain, settings: { size: [8] } },
      ['run heap op=malloc size=8', 'run heap op=calloc'],
    ],
    [
      'every point of a sweep, and once what lacks its parameter',
      [malloc, calloc],
      [malloc, calloc],
      { ...plain, settings: { size: [8, 16] } },
      ['run heap op=malloc size=8', 'run heap op=calloc', 'run heap op=malloc size=16'],
    ],
    [
      'what is set for one suite alone',
      [malloc, quick],
      [malloc, quick],
      { ...plain, settings: { size: [8], 'sort.size': [16, 32] } },
      ['run heap size=8', 'run sort size=16', 'run sort size=32'],
    ],
    [
      'all combinations, the last parameter changing fastest',
      [quick],
      [quick],
      { ...plain, settings: { threads: [2, 4], size: [8, 16] } },
      [
        'run sort threads=2 size=8',
        'run sort threads=2 size=16',
        'run sort threads=4 size=8',
        'run sort threads=4 size=16',
      ],
    ],
    [
      'a traced pass, shortened',
      [long, short],
      [long, short],
      traced,
      ['run switch op=switch n=10000 trace=1', 'run switch op=start trace=1'],
    ],
    [
      'a traced pass with its own count',
      [long],
      [long],
      { ...traced, iterations: 20_000 },
      ['run switch n=20000 trace=1'],
    ],
  ])('%s', (_, all, selected, { isTraced = false, ...spec }: Asked, lines) => {
    const planned = planRun(all, selected, spec, isTraced ? 'traced' : 'headline');
    expect(planned.map(({ line }) => line)).toEqual(lines);
  });

  it('marks each line with the point of the sweep that it measures', () => {
    const swept = { ...plain, settings: { size: [8, 16] } };
    const planned = planRun([malloc, calloc], [malloc, calloc], swept, 'headline');
    expect(planned.map(({ point }) => point)).toEqual([{ size: 8 }, {}, { size: 16 }]);
    const [fixed] = planRun([malloc], [malloc], { settings: { size: [8] } }, 'headline');
    expect(fixed?.point).toEqual({});
  });

  it('reports what the traced pass omits', () => {
    expect(describeTracedCounts([long, short], {}, 'traced')).toMatch(/: switch\/switch\.$/);
    expect(describeTracedCounts([long], { iterations: 9 }, 'traced')).toBeUndefined();
    const few = { iterations: 900, tracedIterations: 500 };
    expect(describeTracedCounts([short], few, 'traced')).toBe(
      'Traced with 500 iterations instead of the full count: switch/start.',
    );
    expect(describeTracedCounts([long], {}, 'headline')).toBeUndefined();
  });
});

describe('settings', () => {
  it.each([
    [{ sise: [8] }, 'unknown-parameter', /None of .*"sise"/, /"size"/],
    [{ nothing: [8] }, 'unknown-parameter', /"nothing"/, /Their parameters: size/],
    [
      { size: [4, 65] },
      'bad-value',
      /^size=65 is outside the range of heap\/malloc, 1 to 64/,
      /heap\.size=1\.$/,
    ],
    [{ size: [0] }, 'bad-value', /^size=0 /, /Leave the value out/],
    [{ size: [32] }, 'bad-value', /^size=32 is outside the range of heap\/small, 1 to 16/, /Leave/],
    [{ 'sort.size': [4] }, 'unknown-parameter', /"sort\.size"/, /Their parameters: heap\.size/],
  ])('rejects %j', (settings, code, message, hint) => {
    const small = bench('heap', 'small', { params: [{ ...size, max: 16 }] });
    expect(() => checkSettings([calloc, malloc, small], settings)).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      }),
    );
  });

  it('rejects more combinations than one run may have, with their numbers', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    const many = { threads: values(32), size: values(32) };
    expect(() => checkSettings([quick], many)).toThrow(
      /32 of threads, 32 of size\) make 1,024 combinations: one run takes at most 1,000/,
    );
  });

  it('passes on declared values', () => {
    expect(() => checkSettings([malloc], { size: [1, 64] })).not.toThrow();
  });
});

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
  ])('an unknown %s suggests similar ones', (pattern, hint) => {
    expect(() => selectBenches(benches, ['heap', pattern])).toThrow(
      expect.objectContaining({
        code: 'unknown-benchmark',
        message: expect.stringContaining(pattern),
        hint: expect.stringMatching(hint),
      }),
    );
  });
});

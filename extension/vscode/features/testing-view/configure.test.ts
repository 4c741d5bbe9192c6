import { describe, expect, it } from 'vitest';
import { bench } from '../../../engine/testing/benches';
import {
  countProblem,
  listDeclaredParameters,
  pointsSentence,
  toSettingValues,
  valuesProblem,
} from './configure';
import { english } from './testing/examples';

const size = (min: number, max: number) => ({ name: 'size', default: 4, min, max });

it('asks once for a parameter of several benchmarks, within what all of them allow', () => {
  const benches = [
    bench('heap', 'malloc', { params: [size(1, 64)] }),
    bench('heap', 'free', { params: [size(4, 128)] }),
    bench('mutex', 'lock'),
    bench('queue', 'send', { params: [size(4, 64)] }),
  ];
  expect(listDeclaredParameters(benches)).toEqual([
    {
      setting: 'size',
      parameter: size(4, 64),
      benches: ['heap/malloc', 'heap/free', 'queue/send'],
    },
  ]);
});

it('asks by suite if suites allow different values', () => {
  const benches = [
    bench('sort', 'quick', { params: [size(100, 1000)] }),
    bench('matrix', 'addition', { params: [size(512, 8192)] }),
  ];
  expect(listDeclaredParameters(benches)).toEqual([
    { setting: 'sort.size', parameter: size(100, 1000), benches: ['sort/quick'] },
    { setting: 'matrix.size', parameter: size(512, 8192), benches: ['matrix/addition'] },
  ]);
});

describe('the input', () => {
  it('is a count from 1 on, or empty', () => {
    expect(['', ' ', '1', '20000'].map((text) => countProblem(text, english))).toEqual(
      new Array(4).fill(undefined),
    );
    for (const text of ['0', '-1', '1.5', '1e3', 'many', '99999999999999999999']) {
      expect([text, countProblem(text, english)]).toEqual([
        text,
        'Enter a whole number of 1 or more.',
      ]);
    }
  });

  it('is values within their range, or empty', () => {
    const problem = (text: string) => valuesProblem(text, size(1, 64), english);
    expect(['', '1', '64', '1, 2,4', '2..64x2'].map(problem)).toEqual(new Array(5).fill(undefined));
    expect(['0', '65', '2..80+2'].map(problem)).toEqual([
      '0 is not between 1 and 64.',
      '65 is not between 1 and 64.',
      '66 is not between 1 and 64.',
    ]);
    expect(problem('x')).toMatch(/^Whole numbers and ranges, .*"x" is neither/);
  });

  it('shows how many points it makes with the current settings', () => {
    const benches = ['heap', 'sort'].map((suite) =>
      bench(suite, 'quick', { params: [size(1, 64), { ...size(1, 64), name: 'threads' }] }),
    );
    const sentence = (values: readonly number[]) =>
      pointsSentence(benches, { threads: [2, 4], 'sort.size': values }, english);
    expect(sentence([1, 2, 3])).toBe('A sweep of 6 points: every combination is measured.');
    expect(sentence(Array.from({ length: 600 }, (_, at) => at))).toMatch(/^1,200 points exceed/);
    expect(pointsSentence(benches, { size: [4], depth: [1, 2] }, english)).toBeUndefined();
  });

  it('is stored as a number or a list', () => {
    expect([toSettingValues([4]), toSettingValues([4, 8])]).toEqual([4, [4, 8]]);
  });
});

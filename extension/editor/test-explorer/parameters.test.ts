import { describe, expect, it } from 'vitest';
import { bench } from '../../engine/testing/benches';
import { countProblem, parametersOf, valueProblem } from './parameters';
import { english } from './testing/examples';

const size = (min: number, max: number) => ({ name: 'size', default: 4, min, max });

it('a parameter of several benchmarks is asked for once, within what all of them allow', () => {
  const benches = [
    bench('heap', 'malloc', { params: [size(1, 64)] }),
    bench('heap', 'free', { params: [size(4, 128)] }),
    bench('mutex', 'lock'),
  ];
  expect(parametersOf(benches)).toEqual([
    { parameter: size(4, 64), benches: ['heap/malloc', 'heap/free'] },
  ]);
});

describe('what is typed', () => {
  it('is a count from 1 on, or nothing', () => {
    expect(['', ' ', '1', '20000'].map((text) => countProblem(text, english))).toEqual(
      new Array(4).fill(undefined),
    );
    for (const text of ['0', '-1', '1.5', '1e3', 'many', '99999999999999999999']) {
      expect([text, countProblem(text, english)]).toEqual([text, 'A whole number from 1 on.']);
    }
  });

  it('is a value within its range, or nothing', () => {
    const problem = (text: string) => valueProblem(text, size(1, 64), english);
    expect(['', '1', '64'].map(problem)).toEqual(new Array(3).fill(undefined));
    expect(['0', '65', 'x'].map(problem)).toEqual(
      new Array(3).fill('A whole number from 1 to 64.'),
    );
  });
});

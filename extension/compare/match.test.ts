import { expect, test } from 'vitest';
import { matchSubjects } from './compare';
import type { Subject } from './subject';

const subject = (
  text: string,
  params: Subject['params'],
  unit: Subject['scale']['unit'] = 'ns',
): Subject => {
  const [suite = '', op = ''] = text.split('/');
  return {
    suite,
    op,
    params,
    mean: { value: 1 },
    facts: {},
    doubts: [],
    measured: undefined,
    scale: { unit, unitsPerSecond: undefined },
  };
};

test('parameters distinguish operations, whatever their order', () => {
  const [small, large] = [subject('a/b', { size: 4, n: 1 }), subject('a/b', { size: 8, n: 1 })];
  const reordered = subject('a/b', { n: 1, size: 8 });
  expect(matchSubjects([[small, large], [reordered]])).toEqual([
    [small, undefined],
    [large, reordered],
  ]);
});

test('a document that names no parameters matches an operation measured with one set', () => {
  const [published, run] = [subject('a/b', undefined), subject('a/b', { size: 4 })];
  expect(matchSubjects([[run], [published]])).toEqual([[run, published]]);
  expect(matchSubjects([[published], [run]])).toEqual([[published, run]]);
});

test('but none measured with several', () => {
  const published = subject('a/b', undefined);
  const runs = [subject('a/b', { size: 4 }), subject('a/b', { size: 8 })];
  expect(matchSubjects([runs, [published]])).toHaveLength(3);
});

test('a document that names some parameters matches the only operation that has them', () => {
  const published = [2, 4].map((threads) => subject('sort/quick', { threads, size: 100 }));
  const run = [2, 4].map((threads) => subject('sort/quick', { threads, size: 100, turns: 8 }));
  expect(matchSubjects([run, published])).toEqual([
    [run[0], published[0]],
    [run[1], published[1]],
  ]);
  expect(matchSubjects([published, run])[1]).toEqual([published[1], run[1]]);
  const twice = [...run, subject('sort/quick', { threads: 2, size: 100, turns: 16 })];
  expect(matchSubjects([twice, published])).toEqual([
    [run[0], undefined],
    [run[1], published[1]],
    [twice[2], undefined],
    [undefined, published[0]],
  ]);
});

test('of two runs none matches one of which more parameters are known', () => {
  const makeMeasuredSubject = (params: Subject['params']) =>
    ({ ...subject('a/b', params), measured: {} }) as Subject;
  const [older, newer] = [
    makeMeasuredSubject({ size: 4 }),
    makeMeasuredSubject({ size: 4, turns: 8 }),
  ];
  expect(matchSubjects([[older], [newer]])).toHaveLength(2);
});

test('of one operation measured by two clocks the one with the unit of the baseline', () => {
  const baseline = subject('a/b', {}, 'instructions');
  const [time, count] = [subject('a/b', {}), subject('a/b', {}, 'instructions')];
  expect(matchSubjects([[baseline], [time, count]])).toEqual([[baseline, count]]);
  expect(matchSubjects([[baseline], [count, time]])).toEqual([[baseline, count]]);
});

import { expect, it, test } from 'vitest';
import { countWords, judge, nameExact } from './rates.mjs';

const limits = [
  { word: 'exit 0', least: 90 },
  { word: 'exit 3', most: 5 },
];
const isMet = (/** @type {Record<string, number>} */ counts, /** @type {number} */ pairs) =>
  judge({ title: '', counts, limits }, pairs).isMet;

test.each([
  [90, 5, 100, true],
  [89, 5, 100, false],
  [90, 6, 100, false],
  [9, 0, 10, true],
  [9, 1, 10, false],
  [8, 0, 10, false],
  [19, 1, 20, true],
])('%d passed and %d failed of %d: %s', (passed, failed, pairs, wanted) => {
  expect(isMet({ 'exit 0': passed, 'exit 3': failed }, pairs)).toBe(wanted);
});

it('takes an outcome that was never seen as none', () => {
  expect(isMet({}, 20)).toBe(false);
  expect(isMet({ 'exit 0': 20 }, 20)).toBe(true);
});

it('states the limits for the number of pairs', () => {
  const counts = countWords(['exit 0', 'exit 4', 'exit 0']);
  expect(judge({ title: 'the same agent', counts, limits }, 15).cells).toEqual([
    'the same agent',
    '15',
    'exit 0 in 2, exit 4 in 1',
    'exit 0 in at least 14, exit 3 in at most 0',
    'MISSED',
  ]);
});

test.each([
  [{ verdict: 'unchanged', figures: { change: 0 } }, 'unchanged'],
  [{ verdict: 'regressed', figures: { change: 1 } }, 'changed'],
  [{ verdict: 'changed', figures: { change: 1 + 1e-9 } }, 'changed'],
  [{ verdict: 'regressed', figures: { change: 2 } }, 'regressed by 2'],
  [{ verdict: 'improved', figures: { change: -1 } }, 'improved'],
  [{ verdict: 'inconclusive' }, 'inconclusive'],
  [{ verdict: 'regressed' }, 'regressed by NaN'],
  [{}, 'no verdict'],
  [undefined, 'no verdict'],
])('one planted instruction is found only by that change: %j is %s', (outcome, name) => {
  expect(nameExact(outcome, 1)).toBe(name);
});

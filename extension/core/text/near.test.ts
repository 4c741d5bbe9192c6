import { describe, expect, test } from 'vitest';
import { editDistance, nearest } from './near';

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['heap', 'heap', 0],
    ['heap', 'haep', 1],
    ['heap', 'heaps', 1],
    ['mutex', 'mute', 1],
    ['kitten', 'sitting', 3],
  ])('%s to %s takes %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('nearest', () => {
  const suites = ['heap/malloc', 'heap/free', 'mutex/lock', 'mutex/unlock', 'thread/create'];

  test.each([
    ['heap/maloc', ['heap/malloc']],
    ['HEAP/FREE', ['heap/free']],
    ['mutex', ['mutex/lock', 'mutex/unlock']],
    ['mutex/lokc', ['mutex/lock', 'mutex/unlock']],
    ['zebra', []],
    ['', []],
  ])('%s means %j', (word, expected) => {
    expect(nearest(word, suites)).toEqual(expected);
  });

  test('names each candidate once and at most the limit', () => {
    expect(nearest('aa', ['ab', 'ab', 'ac', 'ad', 'ae'], 2)).toEqual(['ab', 'ac']);
  });
});

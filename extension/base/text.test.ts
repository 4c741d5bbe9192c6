import { describe, expect, test } from 'vitest';
import { isSentence, nearest } from './text';

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

  test('letters in the wrong order are one mistake, also in a short word', () => {
    expect(nearest('haep', ['heap'])).toEqual(['heap']);
    expect(nearest('pahe', ['heap'])).toEqual([]);
  });

  test('names each candidate once and at most the limit', () => {
    expect(nearest('aa', ['ab', 'ab', 'ac', 'ad', 'ae'], 2)).toEqual(['ab', 'ac']);
  });
});

test.each([
  ['Name the device in launch.json.', true],
  ['Correct the name, or install it: apt-get install openocd', true],
  ['/w/app.elf cannot be used: it is no ELF file.', true],
  ['apt-get install openocd', false],
  ['cyclescope build --target x', false],
])('%s: %j', (text, expected) => {
  expect(isSentence(text)).toBe(expected);
});

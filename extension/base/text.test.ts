import { describe, expect, test } from 'vitest';
import { isSentence, nearest, visibleJson, visibleLine, visibleText } from './text';

describe('nearest', () => {
  const suites = ['heap/malloc', 'heap/free', 'mutex/lock', 'mutex/unlock', 'thread/create'];

  test.each([
    ['heap/maloc', ['heap/malloc']],
    ['HEAP/FREE', ['heap/free']],
    ['mutex', ['mutex/lock', 'mutex/unlock']],
    ['mutex/lokc', ['mutex/lock', 'mutex/unlock']],
    ['zebra', []],
    ['', []],
  ])('%s suggests %j', (word, expected) => {
    expect(nearest(word, suites)).toEqual(expected);
  });

  test('two swapped letters are one mistake, even in a short word', () => {
    expect(nearest('haep', ['heap'])).toEqual(['heap']);
    expect(nearest('pahe', ['heap'])).toEqual([]);
  });

  test('lists each candidate once, up to the limit', () => {
    expect(nearest('aa', ['ab', 'ab', 'ac', 'ad', 'ae'], 2)).toEqual(['ab', 'ac']);
  });
});

test.each([
  ['Name the device in launch.json.', true],
  ['Correct the name, or install it: apt-get install openocd', true],
  ['/w/app.elf cannot be used: it is no ELF file.', true],
  ['apt-get install openocd', false],
  ['cyclescope build --target x', false],
])('%s is a sentence: %j', (text, expected) => {
  expect(isSentence(text)).toBe(expected);
});

describe('text from outside', () => {
  test.each([
    ['heap/malloc: p50 70 · p99 98 instr', 'heap/malloc: p50 70 · p99 98 instr'],
    ['\u001b[31mred\u0007', '␛[31mred␇'],
    ['\u001b]8;;file:///etc\u0007click', '␛]8;;file:///etc␇click'],
    ['\u009b2J and \u007f', '\ufffd2J and ␡'],
    ['turned \u202egnp.exe\u2069', 'turned \ufffdgnp.exe\ufffd'],
  ])('%j is shown as text', (text, expected) => {
    expect(visibleLine(text)).toBe(expected);
  });

  test('keeps its line breaks if several lines are allowed', () => {
    expect(visibleText('a\tb\r\nc\u001b[2J\u0085d')).toBe('a\tb␍\nc␛[2J\ufffdd');
  });

  test('keeps its value in JSON', () => {
    const value = { name: 'a\u009b2J\u202eb\nc' };
    const text = visibleJson(value);
    expect(text).toBe('{\n  "name": "a\\u009b2J\\u202eb\\nc"\n}');
    expect(JSON.parse(text)).toEqual(value);
  });
});

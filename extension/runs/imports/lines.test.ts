import { describe, expect, test } from 'vitest';
import { consoleLines, unreadable } from './lines';

describe('prefixes that a terminal adds are removed', () => {
  test.each([
    ['[00:00:00.160,000] a row', 'a row'],
    ['[00:00:00.160,000] <inf> main: a row', 'a row'],
    ['2026-11-20T22:15:00.123Z a row', 'a row'],
    ['2026-11-20 22:15:00,5+01:00 a row', 'a row'],
    ['22:15:00.123 -> a row', 'a row'],
    ['[   12.345678] a row', 'a row'],
    ['12.345678 a row', 'a row'],
    ['uart:~$ a row', 'a row'],
    ['\u001b[1;32ma row\u001b[0m\u0000', 'a row'],
    ['\t a row \t', 'a row'],
    ['[avg, min, max] stays', '[avg, min, max] stays'],
    ['12.345, 6 stays', '12.345, 6 stays'],
  ])('%j', (line, bare) => {
    expect(consoleLines(`${line}\n`)).toEqual([{ number: 1, text: bare }]);
  });
});

test.each(['a\nb', 'a\r\nb', 'a\n\rb', 'a\rb'])('splits lines at any line ending: %j', (text) => {
  expect(consoleLines(text)).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: 'b', open: true },
  ]);
});

test('skips empty lines and lines of thousands of characters', () => {
  expect(consoleLines(`\n[1]\n${'x'.repeat(3000)}\nrow\n`)).toEqual([{ number: 4, text: 'row' }]);
});

test('unreadable rows are reported in one sentence', () => {
  expect(unreadable([])).toEqual([]);
  const lines = consoleLines('first\nsecond\n');
  expect(unreadable(lines)).toEqual(['2 rows could not be read, the first in line 1: "first".']);
});

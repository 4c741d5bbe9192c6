import { expect, test } from 'vitest';
import { parseCsv } from './csv';

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['"a, ""b""",\r\n\r\n"x\ny"', [['a, "b"', ''], [''], ['x\ny']]],
  ['a,', [['a']]],
  ['', []],
  ['a\n"open', [['a']]],
  ['a\n"b"c,d', [['a']]],
])('reads %j', (text, records) => {
  expect(parseCsv(text)).toEqual(records);
});

test('reads a field of any length', () => {
  const long = 'x'.repeat(12_000_000);
  expect(parseCsv(`"${long}"`)[0]?.[0]?.length).toBe(long.length);
});

import { expect, test } from 'vitest';
import { parseJsonc } from './values';

test.each([
  ['{"a": 1}', { a: 1 }],
  ['\uFEFF{"a": 1}', { a: 1 }],
  ['{ // who\n "a": 1, /* and\n why */ "b": [1, 2, ], }', { a: 1, b: [1, 2] }],
  [
    '{"url": "http://x/*y*/", "path": "C:\\\\a,]", "quote": "\\"//"}',
    { url: 'http://x/*y*/', path: 'C:\\a,]', quote: '"//' },
  ],
  ['[1, // last,\n]', [1]],
  ['', undefined],
  ['// nothing yet', undefined],
])('%j', (text, value) => {
  expect(parseJsonc(text)).toEqual({ value });
});

test.each(['{"a": }', '{"a": "b', '{"a": 1 /* open', '[1,,]', '{"a" 1}'])(
  '%j is refused',
  (text) => {
    expect(parseJsonc(text)).toEqual({ problem: expect.stringMatching(/./) as unknown });
  },
);

test('a problem is reported at the line its writer sees', () => {
  const text = '{ // one\n /* two\n three */ "a": nonsense }';
  expect(parseJsonc(text)).toEqual({
    problem: expect.stringMatching(/invalid symbol \(line 3, column 16\)/) as unknown,
  });
});

test('nesting deeper than anyone writes does not throw', () => {
  expect(() => parseJsonc('['.repeat(200_000))).not.toThrow();
});

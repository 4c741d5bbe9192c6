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
])('reads %j', (text, value) => {
  expect(parseJsonc(text)).toEqual({ value });
});

test.each(['{"a": }', '{"a": "b', '{"a": 1 /* open', '[1,,]', '{"a" 1}'])('rejects %j', (text) => {
  expect(parseJsonc(text)).toEqual({ problem: expect.stringMatching(/./) as unknown });
});

test('reports a problem at the line that its author sees', () => {
  const text = '{ // one\n /* two\n three */ "a": nonsense }';
  expect(parseJsonc(text)).toEqual({
    problem: expect.stringMatching(/invalid symbol \(line 3, column 16\)/) as unknown,
  });
});

test('deep nesting does not throw', () => {
  expect(() => parseJsonc('['.repeat(200_000))).not.toThrow();
});

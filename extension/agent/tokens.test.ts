import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatToken, parseTokens } from './tokens';

describe('parseTokens', () => {
  test.each([
    ['', [], {}],
    ['ok list count=3', ['ok', 'list'], { count: '3' }],
    ['fact  os=FreeRTOS   os_version=V11 ', ['fact'], { os: 'FreeRTOS', os_version: 'V11' }],
    ['a=1=2 b=', [], { a: '1=2', b: '' }],
    [String.raw`x="a b" y="" z="say \"hi\" \\o/"`, [], { x: 'a b', y: '', z: 'say "hi" \\o/' }],
    ['about="µs = größe" n=1', [], { about: 'µs = größe', n: '1' }],
  ])('%s', (line, words, values) => {
    const tokens = parseTokens(line);
    expect(tokens.words).toEqual(words);
    expect(Object.fromEntries(tokens.values)).toEqual(values);
    expect(tokens.problems).toEqual([]);
  });

  test.each([
    ['a=1 a=2', { a: '1' }, '"a" occurs twice'],
    ['a="1', { a: '1' }, 'a quote is never closed'],
    ['a="1"b=2', { a: '1', b: '2' }, 'no space after a closing quote'],
    [String.raw`a="\n"`, { a: '\\n' }, 'a backslash before neither a quote nor a backslash'],
    ['=1', { '': '1' }, 'a value without a name'],
  ])('%s is read with a problem', (line, values, problem) => {
    const tokens = parseTokens(line);
    expect(Object.fromEntries(tokens.values)).toEqual(values);
    expect(tokens.problems).toEqual([problem]);
  });

  test('formatting and parsing tokens round-trips', () => {
    const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
    const pairs = fc.dictionary(key, fc.string({ unit: 'binary', maxLength: 12 }), {
      maxKeys: 6,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(pairs, (values) => {
        const line = Object.entries(values).map(([name, value]) => formatToken(name, value));
        const tokens = parseTokens(line.join(' '));
        expect(Object.fromEntries(tokens.values)).toEqual(values);
        expect(tokens.problems).toEqual([]);
      }),
    );
  });

  test('accepts any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', '\\', '=', ' ', 'a', 'é')), (parts) => {
        const { words, values } = parseTokens(parts.join(''));
        expect(words.length + values.size).toBeLessThanOrEqual(parts.length);
      }),
    );
  });
});

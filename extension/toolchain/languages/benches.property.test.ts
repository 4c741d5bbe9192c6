import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBenches } from './benches';
import { c } from './c';

const findBenches = (text: string) => parseBenches(text, c.reading);

const fragment = fc.oneof(
  fc.constantFrom(
    'CYCLESCOPE_BENCH',
    '(',
    ')',
    ',',
    'a',
    '{',
    '}',
    '\n',
    ' ',
    '\\\n',
    '\\',
    '"',
    "'",
    '//',
    '/*',
    '*/',
    '#if 0',
    '#if 1',
    '#else',
    '#endif',
    '#elif 0',
    '#define ',
    'R"(',
    ')"',
    '.x =',
  ),
  fc.string(),
);
const soup = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(''));

/** Everything without a meaning that may be between two tokens. */
const gap = fc.array(
  fc.constantFrom(' ', '\t', '\n', '\r\n', '\\\n', '/* ) " #if 0 */', "// ' (\n", '/**/'),
  { maxLength: 4 },
);
const gaps = fc.array(
  gap.map((parts) => parts.join('')),
  { minLength: 8, maxLength: 8 },
);
const TOKENS = ['CYCLESCOPE_BENCH', '(', 'fir', ',', '.iterations', '= 7', ')', '{ go(); }'];

describe('finding benchmarks in any text', () => {
  it('never throws, and returns positions inside the text', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const lines = text.split('\n').length;
        for (const { start, end, line, lastLine } of findBenches(text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(line).toBeGreaterThanOrEqual(1);
          expect(lastLine).toBeGreaterThanOrEqual(line);
          expect(lastLine).toBeLessThanOrEqual(lines);
          expect(text[start]).toBe('C');
          expect(text[end - 1]).toBe(')');
        }
      }),
    );
  });

  it('skips comments, strings and everything else without meaning', () => {
    const digest = findBenches(`int before; ${TOKENS.join(' ')}`)[0]?.digest;
    fc.assert(
      fc.property(gaps, (between) => {
        const text = `int before;\n${TOKENS.map((token, i) => `${between[i]}${token}`).join('')}\n`;
        const [bench, ...more] = findBenches(text);
        expect(bench).toMatchObject({ op: 'fir', iterations: 7 });
        expect(more).toEqual([]);
        expect(bench?.digest).toBe(digest);
        const line = text.slice(0, text.indexOf('CYCLESCOPE')).split('\n').length;
        expect(bench?.line).toBe(line);
      }),
    );
  });

  it('ignores well-formed text under #if 0', () => {
    const group = fc.letrec<{ group: string }>((tie) => ({
      group: fc
        .tuple(
          fc.constantFrom('#if 1', '#ifdef X', '#if 0', '#ifndef Y'),
          fc.array(fc.oneof({ maxDepth: 3 }, fc.constant('CYCLESCOPE_BENCH(a) {}'), tie('group')), {
            maxLength: 3,
          }),
          fc.boolean(),
        )
        .map(([head, body, hasElse]) =>
          [head, ...body, ...(hasElse ? ['#else', ...body] : []), '#endif'].join('\n'),
        ),
    })).group;
    fc.assert(
      fc.property(group, (inner) => {
        const text = `#if 0\n${inner}\n#endif\nCYCLESCOPE_BENCH(seen) {}\n`;
        expect(findBenches(text).map(({ op }) => op)).toEqual(['seen']);
      }),
    );
  });
});

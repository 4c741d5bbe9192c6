import { expect, test } from 'vitest';
import { parseMirror } from './private-apt';

const release = (base: string, suite = 'bookworm') =>
  `'${base}/dists/${suite}/InRelease' some_file_name 0 `;

test.each([
  [
    'the first of Debian',
    [release('http://a/debian'), release('http://b/debian')],
    'http://a/debian',
  ],
  ['another release will do', [release('https://a/debian', 'trixie')], 'https://a/debian'],
  [
    'not the security archive',
    [release('http://a/debian-security', 'bookworm-security')],
    undefined,
  ],
  ['not updates alone', [release('http://a/debian', 'bookworm-updates')], undefined],
  [
    'Debian before others',
    [release('http://a/php'), release('http://b/debian')],
    'http://b/debian',
  ],
  ['a mirror of another name', [release('http://a/mirrors/deb')], 'http://a/mirrors/deb'],
  ['no sources', ['Reading package lists...', ''], undefined],
])('%s', (_, lines, expected) => {
  expect(parseMirror(lines.join('\n'))).toBe(expected);
});

import { expect, it } from 'vitest';
import { isInstalled } from './npm.mjs';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a-win32': { version: '1.0.0', optional: true },
  },
};
const a = { version: '1.0.0' };

it.each([
  ['exactly that', { 'node_modules/a': a }, true],
  ['the optional one too', { 'node_modules/a': a, 'node_modules/a-win32': a }, true],
  ['nothing', {}, false],
  ['another version', { 'node_modules/a': { version: '1.0.1' } }, false],
  ['another optional version', { 'node_modules/a': a, 'node_modules/a-win32': {} }, false],
  ['one too many', { 'node_modules/a': a, 'node_modules/b': a }, false],
])('%s installed', (_, packages, expected) => {
  expect(isInstalled(wanted, { packages })).toBe(expected);
});

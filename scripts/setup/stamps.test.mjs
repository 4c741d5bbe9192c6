import { expect, it } from 'vitest';
import { stampKey } from './stamps.mjs';

const parts = /** @type {const} */ ([
  ['package-lock.json', 'aa'],
  ['npm', '/usr/bin/npm'],
]);

it('returns the same key for the same state', () => {
  expect(stampKey(structuredClone(parts))).toBe(stampKey(parts));
});

it.each([
  ['a changed file', [['package-lock.json', 'ab'], parts[1]]],
  ['a moved program', [parts[0], ['npm', '/opt/npm']]],
  ['a vanished program', [parts[0], ['npm', '']]],
  ['text that moves over a border', [['package-lock.jsona', 'a'], parts[1]]],
])('returns a different key for %s', (_, changed) => {
  const key = stampKey(/** @type {[string, string][]} */ (changed));
  expect(key).not.toBe(stampKey(parts));
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram, isAtLeast, listMissing } from './programs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclescope-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(process.platform === 'win32')('findProgram', () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  mkdirSync(join(first, 'tool'), { recursive: true });
  mkdirSync(second);
  writeFileSync(join(second, 'tool'), '', { mode: 0o755 });
  writeFileSync(join(second, 'data'), '', { mode: 0o644 });
  const path = [first, second].join(delimiter);

  it('skips a folder of the same name', () => {
    expect(findProgram('tool', path)).toBe(join(second, 'tool'));
  });

  it.each(['data', 'absent'])('does not find %s', (name) => {
    expect(findProgram(name, path)).toBeUndefined();
  });

  it('finds nothing on an empty path', () => expect(findProgram('tool', '')).toBeUndefined());
});

it.each([
  ['cargo 1.95.0 (f2d3ce0bd 2026-03-21)', true],
  ['cargo 1.85.1', true],
  ['cargo 2.0.0', true],
  ['cargo 1.84.1', false],
  ['cargo 1.63', false],
  ['', false],
])('%s is 1.85 or newer: %s', (text, expected) => expect(isAtLeast(text, [1, 85])).toBe(expected));

it('checks that a file is there, and its version', () => {
  const probe = (/** @type {string} */ path) => ({
    name: path,
    program: 'node',
    probe: ['-p', JSON.stringify(path)],
  });
  const newer = { name: 'node 999', program: 'node', atLeast: /** @type {const} */ ([999, 0]) };
  const needs = [probe(folder), probe(join(folder, 'absent')), probe('libc.a'), newer];
  expect(listMissing(needs).map(({ name }) => name)).toEqual([
    join(folder, 'absent'),
    'libc.a',
    'node 999',
  ]);
});

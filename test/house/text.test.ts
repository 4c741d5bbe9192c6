import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', 'extension');

/** Escaping outside of `base/text.ts`, which is likely to miss a character. */
const OWN_ESCAPING = [/&(?:lt|amp|quot);/, /\\u001b|\\x1b|\\u009b/i];

/** Files that parse escape sequences, or write their own to the terminal. */
const ALLOWED: readonly string[] = [
  'base/text.ts',
  'cli/terminal.ts',
  'runs/imports/lines.ts',
  'toolchain/project-build/build.ts',
];

it('text from outside has one way to a terminal, an image and a page', () => {
  const sources = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(sources.length).toBeGreaterThan(300);
  const escaping = sources.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return OWN_ESCAPING.some((pattern) => pattern.test(text));
  });
  const others = escaping
    .map((file) => relative(root, file))
    .filter((file) => !ALLOWED.includes(file));
  expect(others).toEqual([]);
});

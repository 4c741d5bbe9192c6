import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cliCommands } from '../../extension/cli/commands/commands';
import { inRoot } from '../lib/paths.mjs';
import { documents } from '../release-check/documents.mjs';
import { tables } from './declared.mjs';
import { markdownTable, withTables } from './tables.mjs';

const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');

it('writes a table between its comments, and leaves the rest alone', () => {
  const text = 'a\n<!-- one: written by npm run docs -->\nold\n<!-- end -->\nb\n';
  const written = 'a\n<!-- one: written by npm run docs -->\n\nnew\n\n<!-- end -->\nb\n';
  expect(withTables(text, { one: 'new' })).toBe(written);
  expect(withTables(written, { one: 'new' })).toBe(written);
  expect(() => withTables(text, {})).toThrow('There is no table "one".');
});

it('formats a table as the formatter does', () => {
  expect(markdownTable(['a', 'long'], [['1|2', 'x']])).toBe(
    '| a    | long |\n| ---- | ---- |\n| 1\\|2 | x    |',
  );
});

describe('docs/', () => {
  it.each(documents())('%s has the tables of the declarations: npm run docs', async (path) => {
    expect(read(path)).toBe(withTables(read(path), await tables()));
  });

  /** Returns the first cells of a section's tables. */
  const firstCells = (/** @type {string} */ heading) => {
    const [, section = ''] = read('docs/cli.md').split(`\n## ${heading}\n`);
    const [own = ''] = section.split('\n## ');
    return [...own.matchAll(/^\| `([\w-]+)/gm)].map(([, cell]) => cell);
  };

  it('lists every command', () => {
    const listed = new Set(firstCells('Commands'));
    expect([...listed].sort()).toEqual(cliCommands.map(({ spec }) => spec.name).sort());
  });

  it('explains the prefix of every variant', async () => {
    const { families } = await tables();
    const variants = new Set([...families.matchAll(/`(\w+_)`/g)].map(([, prefix]) => prefix));
    const [, section = ''] = read('docs/catalogue.md').split(/\n\| prefix .*\n/);
    const [table = ''] = section.split('\n\n');
    const explained = [...table.matchAll(/`(\w+_)`/g)].map(([, prefix]) => prefix);
    // Zephyr's POSIX calls are compiled from another list.
    expect([...variants, 'posix_'].sort()).toEqual(explained.sort());
  });
});

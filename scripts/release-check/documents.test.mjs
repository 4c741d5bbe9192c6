import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { packages } from '../lint/packages.mjs';
import { documents } from './documents.mjs';
import { linkProblems } from './links.mjs';

const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');

const testFiles = ['extension', 'scripts', 'target-agent', 'test'].flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.(ts|tsx|mjs)$/.test(path))
    .map((path) => `${folder}/${path}`),
);

/** Returns the test files that a text names as evidence. */
const listNamedTests = (/** @type {string} */ text) => [
  ...new Set([...text.matchAll(/`([\w./-]+\.test\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name)),
];

describe.each(documents())('%s', (path) => {
  it('links to files and headings that exist', () => {
    expect(linkProblems(inRoot(path))).toEqual([]);
  });

  it('names existing test files, each unambiguously', () => {
    const found = listNamedTests(read(path)).map((name) => ({
      name,
      files: testFiles.filter((file) => file === name || file.endsWith(`/${name}`)),
    }));
    expect(found.filter(({ files }) => files.length !== 1)).toEqual([]);
  });
});

describe('README.md', () => {
  it('is a page of 6 to 9 KB with one picture', () => {
    const text = read('README.md');
    expect(text.length).toBeGreaterThanOrEqual(6_000);
    expect(text.length).toBeLessThanOrEqual(9_000);
    expect(text.match(/^!\[/gm)).toHaveLength(1);
  });

  it('links to every page of the documentation', () => {
    const pages = documents().filter((path) => path.startsWith('docs/'));
    expect(pages.filter((page) => !read('README.md').includes(`](${page})`))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('has 10 KB at most', () => {
    expect(readFileSync(inRoot('ARCHITECTURE.md')).length).toBeLessThanOrEqual(10_240);
  });

  it('lists the packages in their order', () => {
    const [, section = ''] = read('ARCHITECTURE.md').split(/^## .*`extension\/`$/m);
    const [list = ''] = section.split(/^## /m);
    const listed = [...list.matchAll(/^- `(\w+)\/`: /gm)].map(([, name]) => name);
    expect(listed).toEqual(packages.map(({ name }) => name));
  });
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { analyseBundles, listBundledPackages } from '../lib/bundle.mjs';
import { seggerHeader } from './components.mjs';
import { listComponents, notices, findUnlisted } from './document.mjs';

const component = (/** @type {string} */ name) => ({
  name,
  version: '1.0',
  licence: 'MIT',
  origin: 'From afar.',
  text: `Copyright of ${name}\n`,
});

it('gives every component an entry with its notice', () => {
  const text = notices([component('kernel')], [component('@a/b')], [component('data')]);
  expect(listComponents(text)).toEqual(['kernel', '@a/b', 'data']);
  expect(text).toContain(
    '### kernel\n\nVersion: 1.0. Licence: MIT. From afar.\n\n```text\nCopyright of kernel\n```',
  );
  expect(findUnlisted(text, ['kernel', 'newlib'])).toEqual(['newlib']);
});

it('has an entry for every npm package that is bundled', async () => {
  const packages = listBundledPackages(await analyseBundles());
  expect(packages).not.toEqual([]);
  expect(findUnlisted(readFileSync(inRoot('THIRD-PARTY-NOTICES.md'), 'utf8'), packages)).toEqual(
    [],
  );
});

it("takes SEGGER's notice out of its frame", () => {
  const source = [
    '/*****************************',
    '*   (c) 1995 - 2024 SEGGER    *',
    '******************************',
    '*                             *',
    '* o Redistributions of source *',
    '*   must retain the notice.   *',
    '-------END-OF-HEADER----------',
    '* not this                    *',
  ].join('\r\n');
  expect(seggerHeader(source.replaceAll('\r', ''))).toBe(
    '  (c) 1995 - 2024 SEGGER\n\no Redistributions of source\n  must retain the notice.'.trim(),
  );
});

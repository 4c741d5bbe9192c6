import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { adaptDocument } from './document.mjs';
import { toObjcopy, whyNotShipped } from './images.mjs';
import { cliManifest, extensionManifest } from './manifests.mjs';
import { budgets, findExceeded } from './sizes.mjs';
import { readZip } from './zip.mjs';

const manifest = {
  name: 'n',
  version: '1.0.0',
  private: true,
  engines: { node: '>=20', vscode: '^1.100.0' },
  scripts: {},
  devDependencies: {},
  bin: { n: 'dist/cli.cjs' },
  main: './x',
  contributes: {},
};

it('drops unused members from a manifest', () => {
  const { name, version, engines, main, contributes } = manifest;
  expect(extensionManifest(manifest)).toEqual({ name, version, engines, main, contributes });
  expect(cliManifest(manifest)).toMatchObject({ name, engines: { node: '>=20' } });
  expect(cliManifest(manifest)).not.toHaveProperty('contributes');
});

it.each([
  ['gcc (Debian 12) 12.2.0', 'objcopy'],
  ['arm-none-eabi-gcc 12', 'arm-none-eabi-objcopy'],
])("finds the compiler's own objcopy: %s", (compiler, strip) =>
  expect(toObjcopy(compiler)).toBe(strip),
);

it.each([
  [{ components: ['kernel'] }, undefined],
  [{ components: ['kernel', 'wolfCrypt'] }, 'holds wolfCrypt, which has no notice'],
  [{ components: ['kernel'], extras: ['crypto'] }, 'was built with crypto'],
])('ships only unmodified images whose components have a notice: %o', (image, why) =>
  expect(whyNotShipped(image, '### kernel\n')).toBe(why),
);

it('has no notice for wolfCrypt, so that no image with it is shipped', () => {
  const notices = readFileSync(inRoot('THIRD-PARTY-NOTICES.md'), 'utf8');
  expect(whyNotShipped({ components: ['wolfCrypt'] }, notices)).toContain('wolfCrypt');
});

describe('size limits', () => {
  const entry = (
    /** @type {string} */ path,
    /** @type {number} */ packed,
    /** @type {number} */ size,
  ) => ({ path, packed, bytes: Buffer.alloc(size) });
  const findExcess = (/** @type {ReturnType<typeof entry>[]} */ ...entries) =>
    findExceeded(budgets(1_000_000, entries)).map(({ name, bytes }) => [name, bytes]);
  const style = entry('d.css', 9e5, 1e6);

  it('apply to the file, to its share of scripts, and to the unpacked scripts', () => {
    expect(findExcess(entry('a.cjs', 1e5, 3e5), entry('b/c.js', 1e5, 3e5), style)).toEqual([]);
    expect(findExceeded(budgets(1_500_000, []))).toMatchObject([{ name: 'package' }]);
  });

  it('count every script', () => {
    expect(findExcess(entry('a.cjs', 3e5, 3e5), entry('b/c.mjs', 2.45e5, 2e5), style)).toEqual([
      ['JavaScript, packed', 545_000],
    ]);
    expect(findExcess(entry('a.cjs', 1e5, 8.85e5), entry('b/c.js', 1e5, 6e5), style)).toEqual([
      ['JavaScript, unpacked', 1_485_000],
    ]);
  });
});

it('rejects a missing zip file', () => {
  expect(() => readZip(Buffer.alloc(100))).toThrow('invalid zip data');
});

describe('a document of a package', () => {
  const adapt = (/** @type {string} */ text, path = 'README.md') =>
    adaptDocument(path, text, 'https://example.org/a/b.git');

  it('has its pictures and documents in the repository', () => {
    expect(adapt('![A run](media/run.png) [how](docs/a.md#why)')).toBe(
      '![A run](https://example.org/a/b/raw/HEAD/media/run.png) ' +
        '[how](https://example.org/a/b/blob/HEAD/docs/a.md#why)',
    );
  });

  it('has links relative to its own folder', () => {
    expect(adapt('![A run](../media/run.png) [how](a.md#why)', 'docs/b.md')).toBe(
      '![A run](https://example.org/a/b/raw/HEAD/media/run.png) ' +
        '[how](https://example.org/a/b/blob/HEAD/docs/a.md#why)',
    );
  });

  it('keeps external links and those to its own headings', () => {
    const text = '[x](https://example.org/y) [z](#limits) [m](mailto:a@example.org)';
    expect(adapt(text)).toBe(text);
  });

  it('omits its pictures without a repository', () => {
    const text = 'one\n\n![A run](media/run.png)\n\ntwo\n';
    expect(adaptDocument('README.md', text)).toBe('one\n\ntwo\n');
  });
});

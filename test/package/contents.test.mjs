import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDeclarations } from '../../extension/toolchain/declarations.mjs';
import { pageViews } from '../../extension/vscode/features/views';
import { chooseCases } from '../everything';
import { inRoot, root } from '../../scripts/lib/paths.mjs';
import { packages } from '../../scripts/package/make.mjs';
import { sdkList } from '../../scripts/package/sdk.mjs';
import { budgets, findExceeded } from '../../scripts/package/sizes.mjs';
import { makeTarball } from '../../scripts/package/tarball.mjs';
import { makeVsix } from '../../scripts/package/vsix.mjs';
import { readZip } from '../../scripts/package/zip.mjs';

const file = readFileSync(packages.vsix);
const entries = readZip(file);

/** Names that change from build to build have a star, and so have families, ports and views; each once. */
function stableNames(/** @type {readonly string[]} */ paths) {
  const stable = paths.map((path) =>
    path
      .replace(/(dist\/views\/)(shared-)?[^./]+\./, '$1$2*.')
      .replace(/(dist\/shared-)[^./]+\./, '$1*.')
      .replace(/(target-agent\/(?:families|ports)\/)[^/]+\/.+(?<!_test)\.(c|h|cmake)$/, '$1*/*.$2')
      .replace(/(media\/sample\/)[^/]*?Z-(.+)-[0-9a-f]{4}\//, '$1*-$2/'),
  );
  return `${[...new Set(stable)].sort().join('\n')}\n`;
}

describe("the extension's package", () => {
  it('holds exactly these files', async () => {
    await expect(stableNames(entries.map(({ path }) => path))).toMatchFileSnapshot(
      'expected-files.txt',
    );
  });

  it('holds the page of every view', () => {
    const pages = entries.filter(({ path }) => /^extension\/dist\/views\/(?!shared-)/.test(path));
    const names = pageViews.flatMap(({ name }) => [`${name}.css`, `${name}.js`]);
    expect(pages.map(({ path }) => basename(path)).sort()).toEqual(names.sort());
  });

  describe('contains of families and ports', () => {
    const isOfThem = (/** @type {string} */ path) => /^target-agent\/(families|ports)\//.test(path);
    const shipped = entries
      .map(({ path }) => path.replace(/^extension\//, ''))
      .filter(isOfThem)
      .sort();

    it('the files that the list of the SDK names', () => {
      const listed = readFileSync(inRoot(sdkList), 'utf8').trimEnd().split('\n');
      expect(shipped).toEqual(listed.filter(isOfThem).sort());
    });

    it('the sources that their declarations name', () => {
      const { families, ports } = readDeclarations(root);
      const declared = [...families, ...Object.values(ports)].flatMap(({ folder, lists }) => [
        `${folder}/`,
        ...Object.values(lists)
          .flat()
          .filter((value) => value.endsWith('.c') && isOfThem(value)),
      ]);
      const sources = shipped.filter((path) => path.endsWith('.c'));
      const folders = shipped.flatMap((path) =>
        path.endsWith('.cmake') ? [path.replace(/[^/]+$/, '')] : [],
      );
      expect([...sources, ...folders].sort()).toEqual([...new Set(declared)].sort());
    });
  });

  it('does not exceed its size limits', () => {
    expect(findExceeded(budgets(file.length, entries))).toEqual([]);
  });

  it('has a manifest without members that only a clone can use', () => {
    const text = entries.find(({ path }) => path === 'extension/package.json')?.bytes.toString();
    const manifest = JSON.parse(text ?? '');
    expect(manifest).toMatchObject({ name: 'cyclescope', main: './dist/extension.cjs' });
    for (const key of ['scripts', 'devDependencies', 'dependencies', 'private', 'bin']) {
      expect(manifest).not.toHaveProperty(key);
    }
  });

  it('contains nothing about the computer that made it', () => {
    const contents = entries.map(({ path, bytes }) => ({
      path,
      bytes: path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes,
    }));
    expect(contents.some(({ bytes }) => bytes.includes('\x7fELF'))).toBe(true);
    const revealing = contents.filter(({ bytes }) => bytes.includes(inRoot('.')));
    expect(revealing.map(({ path }) => path)).toEqual([]);
  });
});

describe('packing again', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cyclescope-again-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const both = [
    { what: 'command line', make: makeTarball, first: packages.tarball },
    { what: 'extension', make: makeVsix, first: packages.vsix },
  ];
  it.each(chooseCases(both, () => 'package'))(
    'gives the same $what, to the byte',
    async ({ what, make, first }) => {
      const again = join(folder, `again-${what}`);
      await make(join(folder, what), again);
      expect(readFileSync(again).equals(readFileSync(first))).toBe(true);
    },
  );
});

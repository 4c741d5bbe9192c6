import { describe, expect, it } from 'vitest';
import { stripperOf } from './images.mjs';
import { cliManifest, extensionManifest } from './manifests.mjs';
import { budgets, exceeded } from './sizes.mjs';
import { readZip } from './zip.mjs';

const manifest = {
  ...{ name: 'n', version: '1.0.0', private: true, engines: { node: '>=20', vscode: '^1.100.0' } },
  ...{ scripts: {}, devDependencies: {}, bin: { n: 'dist/cli.cjs' }, main: './x', contributes: {} },
};

it('leaves out of a manifest what its reader has no use for', () => {
  const { name, version, engines, main, contributes } = manifest;
  expect(extensionManifest(manifest)).toEqual({ name, version, engines, main, contributes });
  expect(cliManifest(manifest)).toMatchObject({ name, engines: { node: '>=20' } });
  expect(cliManifest(manifest)).not.toHaveProperty('contributes');
});

it.each([
  ['gcc (Debian 12) 12.2.0', 'strip'],
  ['arm-none-eabi-gcc 12', 'arm-none-eabi-strip'],
])("finds the compiler's own strip: %s", (compiler, strip) =>
  expect(stripperOf(compiler)).toBe(strip),
);

describe('budgets', () => {
  const entry = (/** @type {string} */ path, /** @type {number} */ size) => ({
    path,
    packed: 1,
    bytes: Buffer.alloc(size),
  });

  it('count every script, as it is when unpacked', () => {
    const entries = [entry('a.cjs', 300_000), entry('b/c.js', 250_000), entry('d.css', 1e6)];
    expect(exceeded(budgets(1_000_000, entries))).toMatchObject([{ bytes: 550_000 }]);
    expect(exceeded(budgets(1_500_000, []))).toMatchObject([{ name: 'package' }]);
    expect(exceeded(budgets(1_000_000, entries.slice(1)))).toEqual([]);
  });
});

it('reads no zip file where there is none', () => {
  expect(() => readZip(Buffer.alloc(100))).toThrow('not a plain zip file');
});

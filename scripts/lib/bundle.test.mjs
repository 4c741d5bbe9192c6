import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundledPackages, bundles, buildOptions } from './bundle.mjs';
import { inRoot } from './paths.mjs';

it('lists each package in a bundle once, including scoped and nested ones', () => {
  const inputs = Object.fromEntries(
    [
      'extension/cli/main.ts',
      'node_modules/valibot/dist/index.mjs',
      'node_modules/valibot/dist/other.mjs',
      'node_modules/@preact/signals/dist/signals.mjs',
      'node_modules/a/node_modules/b/index.js',
    ].map((path) => [path, { bytes: 1, imports: [] }]),
  );
  expect(bundledPackages({ inputs })).toEqual(['@preact/signals', 'b', 'valibot']);
});

it('makes a CommonJS file for Node and modules for views, and never bundles the editor', () => {
  const options = bundles.map(buildOptions);
  for (const { platform, format, external } of options) {
    if (platform === 'browser') expect(format).toBe('esm');
    else
      expect({ format, external }).toEqual({
        format: 'cjs',
        external: expect.arrayContaining(['vscode']),
      });
  }
  expect(new Set(bundles.map(({ output }) => output)).size).toBe(bundles.length);
});

it('starts from existing files', () => {
  const entries = bundles.flatMap((bundle) =>
    'views' in bundle ? Object.values(bundle.views) : [bundle.entry],
  );
  expect(entries.filter((entry) => !existsSync(inRoot(entry)))).toEqual([]);
});

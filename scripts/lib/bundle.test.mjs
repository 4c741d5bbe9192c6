import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listBundledPackages, bundles, buildOptions } from './bundle.mjs';
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
  expect(listBundledPackages({ inputs })).toEqual(['@preact/signals', 'b', 'valibot']);
});

it('makes modules for views, and never bundles the editor', () => {
  for (const { platform, format, external } of bundles.map(buildOptions)) {
    if (platform === 'browser') expect(format).toBe('esm');
    else expect(external).toEqual(['vscode']);
  }
  expect(new Set(bundles.map(({ output }) => output)).size).toBe(bundles.length);
});

it('starts from existing files', () => {
  const entries = bundles.flatMap((bundle) =>
    'entry' in bundle
      ? bundle.entry
      : Object.values('views' in bundle ? bundle.views : bundle.parts),
  );
  expect(entries.filter((entry) => !existsSync(inRoot(entry)))).toEqual([]);
});

import { expect, it } from 'vitest';
import { bundledPackages } from './bundle.mjs';

it('names each package in a bundle once, scoped and nested ones too', () => {
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

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const cSources = fileURLToPath(
  new URL('build/c-sources/systemview-target-0.3.0/lib', import.meta.url),
);

const env = { CYCLESCOPE_C_SOURCES: process.env['CYCLESCOPE_C_SOURCES'] ?? cSources };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          env,
          include: ['extension/**/*.test.ts', 'scripts/**/*.test.{mjs,ts}', 'test/house/*.test.ts'],
        },
      },
      { test: { name: 'recorder', env, include: ['test/recorder/**/*.test.ts'] } },
      {
        test: {
          name: 'integration',
          env,
          include: ['test/integration/**/*.test.{mjs,ts}'],
          // Emulators share two processors badly, and a target has one owner at a time.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

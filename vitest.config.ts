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
          include: [
            'extension/**/*.test.{ts,tsx}',
            'scripts/**/*.test.{mjs,ts}',
            'test/rig/**/*.test.{mjs,ts}',
            'test/house/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.mjs'],
          // A target has one owner at a time.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
      {
        test: {
          name: 'clicks',
          include: ['test/editor/{clicks,views}/**/*.test.ts'],
          globalSetup: ['test/editor/clicks/stage.ts'],
          // Two editors with their browsers are all that two processors bear.
          maxWorkers: 2,
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'theia',
          include: ['test/editor/theia/**/*.test.ts'],
          globalSetup: ['test/editor/clicks/stage.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

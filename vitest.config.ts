import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isEverything } from './scripts/lib/everything.mjs';
import { HANGS_MS } from './test/patience.mjs';

/** The place of a file of the checkout. */
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const cSources = place('build/c-sources/systemview-target-0.3.0/lib');
const env = { CYCLESCOPE_C_SOURCES: process.env['CYCLESCOPE_C_SOURCES'] ?? cSources };

/** Replaces the editor's module, which exists only in an extension host. */
const alias = { vscode: place('test/unit/vscode.ts') };

const patience = {
  setupFiles: ['test/setup.ts'],
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  expect: { poll: { timeout: HANGS_MS / 2 } },
};

const inEditors = {
  alias,
  globalSetup: ['test/editor/clicks/stage.ts'],
  // Two editors with their browsers are all that two processors can run. Each is used by file after file.
  maxWorkers: 2,
  isolate: false,
  ...patience,
};

/** The files that take longest, longest first. */
const LONGEST = [
  'house/recipe-view.test.ts',
  'house/recipe-targets.test.ts',
  'engine/bisect/bisect.test.ts',
  'cli/projects.test.ts',
  'edit/round-trip.test.ts',
  'figures/figures.test.ts',
  'integration/profiling.test.ts',
  'integration/ssh.test.ts',
  'integration/explained-parts.test.ts',
  'integration/project-build.test.ts',
  'integration/sampling.test.ts',
  'integration/cmake.test.ts',
  'integration/qemu-linux-run.test.ts',
  'integration/profiling-linux.test.ts',
  'integration/swd-restore.test.ts',
  'integration/cmake-families.test.ts',
  'clicks/projects.test.ts',
  'clicks/runs.test.ts',
  'clicks/testing.test.ts',
  'clicks/workspace.test.ts',
  'clicks/boards.test.ts',
  'matrix/restore.test.ts',
];

/** Begins with the files that take longest: begun last, they would leave the other workers idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          env,
          // All files of a worker share its modules: loading them again for each costs most of the
          // time. So no test mocks a module, and each one puts back what it has changed.
          isolate: false,
          pool: 'threads',
          // Two processors would get one worker by default.
          maxWorkers: availableParallelism(),
          ...patience,
          setupFiles: [...patience.setupFiles, 'test/unit/setup.ts'],
          alias,
          include: [
            'extension/**/*.test.{ts,tsx}',
            'scripts/**/*.test.{mjs,ts}',
            'test/rig/**/*.test.{mjs,ts}',
            'test/fuzz/*.test.ts',
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
          ...patience,
        },
      },
      { test: { name: 'recorder', env, include: ['test/recorder/**/*.test.ts'], ...patience } },
      {
        test: {
          name: 'integration',
          // One emulator of a target at a time, on any computer: who comes second is part of some tests.
          env: { ...env, CYCLESCOPE_EMULATORS: '1' },
          alias,
          include: ['test/integration/**/*.test.{mjs,ts}'],
          // Each test has targets and locks of its own, and few keep a processor busy all the time.
          maxWorkers: 2,
          // As with unit tests; a file's temporary folders end with it.
          isolate: false,
          ...patience,
          setupFiles: [...patience.setupFiles, 'test/integration/setup.ts'],
        },
      },
      {
        test: {
          name: 'windows',
          include: ['test/windows/**/*.test.ts'],
          // All files use one Windows.
          fileParallelism: false,
          ...patience,
          setupFiles: [...patience.setupFiles, 'test/integration/setup.ts'],
        },
      },
      {
        test: {
          name: 'clicks',
          include: [
            'test/editor/{clicks,views}/**/*.test.ts',
            // Cases of which the others have one of a kind.
            ...(isEverything ? ['test/editor/matrix/**/*.test.ts'] : []),
          ],
          ...inEditors,
        },
      },
      { test: { name: 'theia', include: ['test/editor/theia/**/*.test.ts'], ...inEditors } },
    ],
  },
});

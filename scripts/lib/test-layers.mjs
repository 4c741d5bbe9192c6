import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { oneCheck, parseCtestSummary, total, vitestCounts, withExitCode } from './counts.mjs';
import { isEverything } from './everything.mjs';
import { buildDir, inRoot } from './paths.mjs';
import { run, runNode } from './process.mjs';

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {object} TestLayer
 * @property {readonly import('../setup/layers.mjs').LayerName[]} needs layers of the set-up
 * @property {readonly import('../setup/layers.mjs').LayerName[]} [needsInAll] the same, if every case is tested
 * @property {readonly string[]} after test layers that must have passed in the same call
 * @property {() => Promise<Counts>} run
 * @property {number} processors how many it is given; two for layers that are to run alone
 * @property {boolean} [usesPrograms] false for a layer that may run while programs are installed
 * @property {boolean} [onDemand] runs only when it is named
 * @property {boolean} [onlyInAll] runs only when it is named, or if every case is tested
 */

/*
 * In starting order: `build`, which others wait for, is among the first, and of the others the longest.
 * Each layer leaves a processor idle now and then, at its end at the latest; two of them together keep
 * two processors busy. No import here may need npm packages, since set-up may not have installed them
 * yet: each layer imports its dependencies when it runs.
 */

/** @type {Readonly<Record<string, TestLayer>>} */
export const testLayers = {
  lint: { needs: ['unit'], after: [], processors: 1, usesPrograms: false, run: lint },
  build: {
    needs: ['unit', 'agent', 'linux'],
    after: [],
    processors: 1,
    run: buildEverything,
  },
  unit: { needs: ['unit'], after: [], processors: 1, run: () => vitest('unit') },
  recorder: { needs: ['unit', 'agent'], after: [], processors: 1, run: () => vitest('recorder') },
  agent: { needs: ['agent'], after: [], processors: 1, run: agentTests },
  integration: {
    needs: ['unit', 'agent', 'crypto', 'qemu', 'linux', 'cmake', 'ssh', 'imx6ul', 'swd', 'traces'],
    needsInAll: ['labgrid', 'mcp'],
    after: ['build'],
    processors: 1,
    run: () => vitest('integration'),
  },
  clicks: {
    needs: ['unit', 'agent', 'crypto', 'qemu', 'swd', 'editor'],
    after: ['build'],
    processors: 1,
    run: () => vitest('clicks'),
  },
  host: {
    needs: ['unit', 'agent', 'qemu', 'editor'],
    after: ['build'],
    processors: 1,
    run: hostTests,
  },
  package: {
    needs: ['unit', 'agent', 'qemu', 'linux', 'cmake', 'ssh'],
    after: ['build'],
    processors: 1,
    run: packageTests,
  },
  windows: {
    needs: ['unit', 'agent', 'qemu', 'swd', 'windows'],
    after: ['build'],
    processors: 1,
    run: () => vitest('windows'),
    onlyInAll: true,
  },
  newest: {
    needs: ['unit', 'agent', 'qemu', 'editor', 'newest'],
    after: ['build'],
    processors: 2,
    run: newestTests,
    onDemand: true,
  },
  theia: {
    needs: ['unit', 'agent', 'qemu', 'theia'],
    after: ['build'],
    processors: 2,
    run: () => vitest('theia'),
    onDemand: true,
  },
};

const tool = (/** @type {string[]} */ ...parts) => inRoot('node_modules', ...parts);

/** Runs all checkers at once: all are single-threaded, except the type-aware one. */
async function lint() {
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location'];
  const prettierCache = [...cache, join(buildDir, 'cache', 'prettier')];
  // Its parser takes a third less time, and gives the same layout.
  const parser = ['--plugin', '@prettier/plugin-oxc'];
  const bin = {
    oxlint: tool('oxlint', 'bin', 'oxlint'),
    prettier: tool('prettier', 'bin', 'prettier.cjs'),
  };
  const { findClangFormat, layOutC } = await import('./c-layout.mjs');
  const clangFormat = findClangFormat();
  /** @typedef {import('./process.mjs').RunOptions} RunOptions */
  /** @type {readonly (readonly [name: string, run: (options: RunOptions) => Promise<number>])[]} */
  const checks = [
    [
      'prettier',
      (options) =>
        runNode(
          [bin.prettier, '--check', '--log-level', 'warn', ...parser, ...prettierCache, '.'],
          options,
        ),
    ],
    [
      'oxlint, with types',
      (options) =>
        runNode([bin.oxlint, '--type-aware', '--type-check', '--deny-warnings', '.'], options),
    ],
  ];
  const ofC = (/** @type {string} */ program) =>
    /** @type {const} */ ([
      'clang-format',
      (/** @type {RunOptions} */ options) => layOutC(program, ['--dry-run', '--Werror'], options),
    ]);
  const counts = await Promise.all(
    [...checks, ...(clangFormat ? [ofC(clangFormat)] : [])].map(async ([name, check]) => {
      let output = '';
      const onOutput = (/** @type {string} */ chunk) => (output += chunk);
      const code = await check({ stdio: ['ignore', 'pipe', 'pipe'], onOutput });
      if (code !== 0) console.log(output.trimEnd());
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}`);
      return oneCheck(code === 0);
    }),
  );
  return total(counts);
}

async function buildEverything() {
  const { allAgents, buildAll } = await import('./build.mjs');
  const agents = await allAgents();
  // No layer runs it: it is built like `linux-armhf`, which the tests run.
  const isUsed = (/** @type {string} */ target) => target !== 'linux-arm64';
  return oneCheck(!(await buildAll(isEverything ? agents : agents.filter(isUsed))));
}

async function hostTests() {
  return (await import('../editor/host-tests.mjs')).hostTests();
}

/** Runs both editor test layers in the newest editor. */
async function newestTests() {
  const { editorVariable, editors } = await import('../editor/editors.mjs');
  return total([
    await (await import('../editor/host-tests.mjs')).hostTests([], editors.newest),
    await vitest('clicks', { only: ['test/editor/clicks'], env: { [editorVariable]: 'newest' } }),
  ]);
}

/** Tests only what has just been packed. */
async function packageTests() {
  const { buildShipped, pack } = await import('../package/make.mjs');
  const isPacked = !((await buildShipped()) || (await pack()));
  return isPacked ? vitest('package') : oneCheck(false);
}

async function vitest(
  /** @type {string} */ project,
  /** @type {{ only?: readonly string[], env?: Record<string, string> }} */ { only = [], env } = {},
) {
  const file = join(buildDir, 'test', `${project}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [tool('vitest', 'vitest.mjs'), 'run', '--project', project, ...only, ...reporters];
  const code = await runNode(args, env ? { env } : {});
  if (!existsSync(file)) return oneCheck(false);
  return withExitCode(vitestCounts(JSON.parse(readFileSync(file, 'utf8'))), code);
}

/** Configures, compiles and runs the agent's own tests; compiles incrementally. */
async function agentTests() {
  const folder = join(buildDir, 'agent-tests');
  const sources = inRoot('target-agent', 'test');
  const isBuilt =
    (await run('cmake', ['-S', sources, '-B', folder, '-G', 'Ninja', '--log-level=WARNING'])) ===
      0 && (await run('cmake', ['--build', folder])) === 0;
  if (!isBuilt) return oneCheck(false);
  let output = '';
  const jobs = `${availableParallelism()}`;
  const code = await run(
    'ctest',
    ['--test-dir', folder, '--parallel', jobs, '--output-on-failure', '--no-tests=error'],
    {
      onOutput: (chunk) => {
        output += chunk;
        process.stdout.write(chunk);
      },
    },
  );
  const counted = parseCtestSummary(output);
  if (!counted) return oneCheck(false);
  return withExitCode(counted, code);
}

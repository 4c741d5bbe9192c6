import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildShipped, pack } from '../package/make.mjs';
import { allAgents, buildAll } from './build.mjs';
import { oneCheck, parseCountsLine, total, vitestCounts, withExitCode } from './counts.mjs';
import { buildDir, inRoot } from './paths.mjs';
import { runNode } from './process.mjs';

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {object} TestLayer
 * @property {readonly import('../setup/layers.mjs').LayerName[]} needs layers of the set-up
 * @property {readonly string[]} after test layers that must have passed in the same call
 * @property {() => Promise<Counts>} run
 * @property {boolean} [onDemand] run when it is named, never as a part of everything
 */

/** @type {Readonly<Record<string, TestLayer>>} */
export const testLayers = {
  lint: { needs: ['unit'], after: [], run: lint },
  unit: { needs: ['unit'], after: [], run: () => vitest('unit') },
  recorder: { needs: ['unit', 'agent'], after: [], run: () => vitest('recorder') },
  agent: { needs: ['agent'], after: [], run: agentTests },
  build: {
    needs: ['unit', 'agent', 'linux'],
    after: [],
    run: async () => oneCheck(!(await buildAll(allAgents))),
  },
  integration: {
    needs: ['unit', 'agent', 'crypto', 'qemu', 'linux', 'cmake', 'ssh', 'imx6ul', 'swd'],
    after: ['build'],
    run: () => vitest('integration'),
  },
  package: {
    needs: ['unit', 'agent', 'qemu', 'linux', 'cmake'],
    after: ['build'],
    run: packageTests,
  },
  host: {
    needs: ['unit', 'agent', 'qemu', 'editor'],
    after: ['build'],
    run: hostTests,
  },
  clicks: {
    needs: ['unit', 'agent', 'crypto', 'qemu', 'editor'],
    after: ['build'],
    run: () => vitest('clicks'),
  },
  newest: {
    needs: ['unit', 'agent', 'qemu', 'editor', 'newest'],
    after: ['build'],
    run: newestTests,
    onDemand: true,
  },
  theia: {
    needs: ['unit', 'agent', 'qemu', 'theia'],
    after: ['build'],
    run: () => vitest('theia'),
    onDemand: true,
  },
};

const tool = (/** @type {string[]} */ ...parts) => inRoot('node_modules', ...parts);

async function lint() {
  /** @type {readonly [name: string, args: readonly string[]][]} */
  const checks = [
    ['eslint', [tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.']],
    ['prettier', [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']],
    ['tsc', [tool('typescript', 'bin', 'tsc'), '-p', '.']],
    ['tsc (views)', [tool('typescript', 'bin', 'tsc'), '-p', 'extension/views']],
    ['tsc (scripts)', [tool('typescript', 'bin', 'tsc'), '-p', 'scripts']],
    ['tsc (editor tests)', [tool('typescript', 'bin', 'tsc'), '-p', 'test/editor']],
  ];
  /** @type {Counts[]} */
  const counts = [];
  for (const [name, args] of checks) {
    const passed = (await runNode(args)) === 0;
    console.log(`${passed ? 'ok' : 'FAILED'}  ${name}`);
    counts.push(oneCheck(passed));
  }
  return total(counts);
}

/** Loaded late: set-up may only just have installed what it needs. */
async function hostTests() {
  return (await import('../editor/host-tests.mjs')).hostTests();
}

/** The tests of both layers that use an editor, in the newest one. */
async function newestTests() {
  const { editorVariable, editors } = await import('../editor/editors.mjs');
  return total([
    await (await import('../editor/host-tests.mjs')).hostTests([], editors.newest),
    await vitest('clicks', { only: ['test/editor/clicks'], env: { [editorVariable]: 'newest' } }),
  ]);
}

/** Nothing is tested but what was packed just now. */
async function packageTests() {
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

async function agentTests() {
  let output = '';
  const code = await runNode([inRoot('target-agent', 'test', 'run.mjs')], {
    onOutput: (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    },
  });
  const counted = parseCountsLine(output);
  return counted ? withExitCode(counted, code) : oneCheck(false);
}

import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mochaCounts, none, oneCheck, total, withExitCode } from '../lib/counts.mjs';
import { buildDir, inRoot } from '../lib/paths.mjs';
import { newPage, startBrowser } from './browser.mjs';
import { chosenEditor } from './editors.mjs';
import { linkExtensions, stageExtension } from './extensions.mjs';
import { hostSuites } from './host-suites.mjs';
import { runInHost } from './host.mjs';
import { processesOf } from './processes.mjs';
import { startEditor } from './server.mjs';

/**
 * @typedef {import('../lib/counts.mjs').Counts} Counts
 * @typedef {import('../lib/counts.mjs').MochaReport} MochaReport
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('./host-suites.mjs').HostSuite} HostSuite
 */

const sources = inRoot('test', 'editor', 'host');
const bystander = inRoot('test', 'editor', 'bystander');
const cortexDebug = inRoot('test', 'editor', 'cortex-debug');

const outputOf = (/** @type {HostSuite} */ { name }) => join(buildDir, 'editor', 'host', name);

/** Runs suites of tests, each inside an extension host of its own; without names all of them. */
export async function hostTests(
  /** @type {readonly string[]} */ names = [],
  /** @type {import('./editors.mjs').Editor} */ editor = chosenEditor(),
) {
  const suites = hostSuites.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const suite of suites) await bundleTests(suite);
  const extension = await stageExtension();
  const browser = await startBrowser();
  try {
    /** @type {Counts[]} */
    const counts = [];
    for (const suite of suites) {
      counts.push(await runSuite(browser, extension.folder, suite, editor));
    }
    return total(counts);
  } finally {
    await browser.close();
    extension.remove();
  }
}

async function bundleTests(/** @type {HostSuite} */ suite) {
  const { build } = await import('esbuild');
  const outdir = outputOf(suite);
  rmSync(outdir, { recursive: true, force: true });
  const folder = join(sources, suite.name);
  // The tests stand in an extension of their own, which may use the editor's view of all tests.
  cpSync(bystander, outdir, { recursive: true });
  const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  await build({
    bundle: true,
    entryPoints: [join(sources, 'main.ts'), ...tests.map((file) => join(folder, file))],
    entryNames: '[name]',
    external: ['vscode', 'mocha'],
    format: 'cjs',
    logLevel: 'warning',
    outdir,
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: 'node20',
  });
}

async function runSuite(
  /** @type {Browser} */ browser,
  /** @type {string} */ extension,
  /** @type {HostSuite} */ suite,
  /** @type {import('./editors.mjs').Editor} */ editor,
) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-editor-'));
  const server = await startEditor({
    folder,
    extensions: linkExtensions(join(folder, 'extensions'), [
      extension,
      ...(suite.cortexDebug ? [cortexDebug] : []),
    ]),
    trust: suite.trust ?? false,
    settings: suite.settings ?? {},
    env: { CYCLESCOPE_TEST_FOLDER: folder },
    editor,
    runsTests: true,
  });
  const page = await newPage(browser);
  try {
    const { code, log } = await runInHost(page, server, suite.open(folder), outputOf(suite));
    const counts = withExitCode(told(suite), code);
    if (counts.failed) console.log(log.join('\n'));
    return counts;
  } catch (error) {
    console.log(`FAILED  ${suite.name}: ${String(error)}`);
    await page.screenshot({ path: join(buildDir, 'screenshots', `host-${suite.name}.png`) });
    return oneCheck(false);
  } finally {
    await page.context().close();
    await server.stop();
    const { temporary } = server.folders;
    for (const { command } of processesOf(temporary)) console.log(`LEFT OVER  ${command}`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints what the tests of a suite reported. @returns {Counts} */
function told(/** @type {HostSuite} */ suite) {
  const file = join(outputOf(suite), 'report.json');
  if (!existsSync(file)) return none;
  const report = /** @type {MochaReport} */ (JSON.parse(readFileSync(file, 'utf8')));
  for (const { fullTitle, duration = 0 } of report.passes) {
    console.log(`ok  ${suite.name}: ${fullTitle} (${duration} ms)`);
  }
  for (const { fullTitle, err } of report.failures) {
    console.log(`FAILED  ${suite.name}: ${fullTitle}\n${err.stack ?? err.message ?? ''}`);
  }
  return mochaCounts(report);
}

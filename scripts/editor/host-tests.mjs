import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mochaCounts, none, oneCheck, total, withExitCode } from '../lib/counts.mjs';
import { buildDir, inRoot } from '../lib/paths.mjs';
import { newPage, startBrowser } from './browser.mjs';
import { chooseEditor } from './editors.mjs';
import { linkBuiltIn, linkExtensions, stageExtension } from './extensions.mjs';
import { hostSuites } from './host-suites.mjs';
import { newHost } from './host.mjs';
import { listProcesses, until } from './processes.mjs';
import { quickRuns, startEditor, writeSettings } from './server.mjs';

/**
 * @typedef {import('../lib/counts.mjs').Counts} Counts
 * @typedef {import('../lib/counts.mjs').MochaReport} MochaReport
 * @typedef {import('./host-suites.mjs').HostSuite} HostSuite
 */

const sources = inRoot('test', 'editor', 'host');
const bystander = inRoot('test', 'editor', 'bystander');
const cortexDebug = inRoot('test', 'editor', 'cortex-debug');

const getOutputFolder = (/** @type {HostSuite} */ { name }) =>
  join(buildDir, 'editor', 'host', name);

/** Runs test suites, each in its own extension host; without names, all of them. */
export async function hostTests(
  /** @type {readonly string[]} */ names = [],
  /** @type {import('./editors.mjs').Editor} */ editor = chooseEditor(),
) {
  const suites = hostSuites.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const suite of suites) await bundleTests(suite);
  const extension = await stageExtension();
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-host-'));
  const browser = await startBrowser();
  const server = await startEditor({
    folder,
    extensions: linkExtensions(join(folder, 'extensions'), [extension.folder, cortexDebug]),
    builtIn: linkBuiltIn(join(folder, 'built-in'), editor),
    // Each window's settings decide whether it asks for trust.
    trust: true,
    editor,
    runsTests: true,
  });
  try {
    const host = await newHost(await newPage(browser), server);
    /** @type {Counts[]} */
    const counts = [];
    for (const suite of suites) counts.push(await runSuite(host, server, suite));
    return total(counts);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    extension.remove();
  }
}

async function bundleTests(/** @type {HostSuite} */ suite) {
  const { build } = await import('esbuild');
  const outdir = getOutputFolder(suite);
  rmSync(outdir, { recursive: true, force: true });
  const folder = join(sources, suite.name);
  // The tests are in their own extension, which may use the editor's test observer.
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

/** Runs one suite in an editor window, which must leave no processes behind. */
async function runSuite(
  /** @type {import('./host.mjs').Host} */ host,
  /** @type {import('./server.mjs').EditorServer} */ { folders },
  /** @type {HostSuite} */ suite,
) {
  const before = listProcesses(folders.temporary).map(({ pid }) => pid);
  const own = () => listProcesses(folders.temporary).filter(({ pid }) => !before.includes(pid));
  const opened = join(folders.data, '..', 'opened', suite.name);
  mkdirSync(opened, { recursive: true });
  const trust = { 'security.workspace.trust.enabled': suite.trust ?? false };
  writeSettings(folders, { ...quickRuns, ...trust, ...suite.settings });
  const counts = await runTests(host, suite, suite.open(opened));
  await host.close();
  await until('the end of every process', () => own().length === 0).catch(() => undefined);
  for (const { command } of own()) console.log(`LEFT OVER  ${command}`);
  return own().length ? total([counts, oneCheck(false)]) : counts;
}

async function runTests(
  /** @type {import('./host.mjs').Host} */ host,
  /** @type {HostSuite} */ suite,
  /** @type {import('./workbench.mjs').OpenOptions} */ options,
) {
  try {
    const { code, log } = await host.run(options, getOutputFolder(suite));
    const counts = withExitCode(printReport(suite), code);
    if (counts.failed) console.log(log.join('\n'));
    return counts;
  } catch (error) {
    console.log(`FAILED  ${suite.name}: ${String(error)}`);
    await host.page.screenshot({ path: join(buildDir, 'screenshots', `host-${suite.name}.png`) });
    return oneCheck(false);
  }
}

/** Prints a suite's test report. @returns {Counts} */
function printReport(/** @type {HostSuite} */ suite) {
  const file = join(getOutputFolder(suite), 'report.json');
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

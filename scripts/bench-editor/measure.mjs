import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPage, startBrowser } from '../editor/browser.mjs';
import { linkExtensions } from '../editor/extensions.mjs';
import { until } from '../editor/processes.mjs';
import { generateRecording } from '../editor/recording.mjs';
import { startEditor } from '../editor/server.mjs';
import { openWorkbench, runCommand, webview } from '../editor/workbench.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { activationTime } from './activation.mjs';
import { framesWhileMoving } from './frames.mjs';
import { extensionHostMemory } from './memory.mjs';
import { timeToPaint, watchFrames } from './paint.mjs';
import { timeToStop } from './stop.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('../editor/server.mjs').EditorServer} EditorServer
 * @typedef {{ name: string, value: number, limit: number, unit: string, atLeast?: boolean }} Figure
 * @typedef {{ page: Page, server: EditorServer, open: (recording: string) => void }} Bench
 */

const ROUNDS = 5;
/** Enough samples that a run never ends on its own. */
const ENDLESS = { 'cyclescope.iterations': 100_000_000 };
const opener = inRoot('scripts', 'bench-editor', 'opener');

/** Measures every figure promised for the editor, in one editor. */
export const measureEditor = () => withBench({}, measureAll);

/**
 * Starts an editor for measurements, in a folder or an empty one.
 * @template T
 * @param {{ workspace?: string, settings?: Record<string, unknown> }} options
 * @param {(bench: Bench) => Promise<T>} measure
 */
export async function withBench({ workspace, settings = ENDLESS }, measure) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-bench-'));
  const opens = join(folder, 'opens.json');
  const server = await startEditor({
    folder,
    extensions: linkExtensions(join(folder, 'extensions'), [root, opener]),
    settings,
    env: { CYCLESCOPE_BENCH_OPENS: opens },
  });
  const browser = await startBrowser();
  try {
    const page = await newPage(browser, { motion: true });
    await watchFrames(page);
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await openWorkbench(page, server, { folder: workspace ?? empty });
    const run = { home: 'sample', id: readdirSync(inRoot('media', 'sample')).sort()[0] };
    const open = (/** @type {string} */ recording) =>
      writeFileSync(opens, JSON.stringify({ run, recording }));
    return await measure({ page, server, open });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<Figure[]>} */
async function measureAll(/** @type {Bench} */ bench) {
  const { page, server, open } = bench;
  open(generateRecording(1_000_000));
  const results = await beyondEmpty(page, 'results');
  const million = await beyondEmpty(page, 'recording');
  const activation = activationTime(server);
  const ms = { unit: 'ms' };
  return [
    { name: 'activation until everything is registered', value: activation, limit: 300, ...ms },
    { name: 'results beyond an empty webview', value: results, limit: 150, ...ms },
    { name: '1,000,000 events beyond an empty webview', value: million, limit: 700, ...ms },
    ...(await largeRecording(bench)),
    {
      name: 'a quiet target after Stop',
      value: await timeToStop(page, server),
      limit: 2000,
      ...ms,
    },
  ];
}

/** Returns the median over the rounds of a content's time beyond that of an empty webview. */
async function beyondEmpty(
  /** @type {Page} */ page,
  /** @type {'results' | 'recording'} */ content,
) {
  /** @type {number[]} */
  const differences = [];
  for (let round = 0; round < ROUNDS; round++) {
    const empty = await timeToPaint(page, 'empty');
    await closeAll(page);
    differences.push((await timeToPaint(page, content)) - empty);
    await closeAll(page);
  }
  return quantile(differences, 0.5);
}

/** @returns {Promise<Figure[]>} */
async function largeRecording(/** @type {Bench} */ { page, server, open }) {
  open(generateRecording(10_000_000));
  const before = extensionHostMemory(server);
  const opened = await beyondEmpty(page, 'recording');
  await timeToPaint(page, 'recording');
  const frames = await framesWhileMoving(page, webview(page).locator('.stage canvas'));
  const during = extensionHostMemory(server);
  await closeAll(page);
  const more = during - before;
  const share = () => (100 * (during - extensionHostMemory(server))) / more;
  // Waits for memory to be returned; if it is not, reports the share reached.
  await until('memory given back', () => share() >= 80, 20).catch(() => undefined);
  const ms = { unit: 'ms' };
  return [
    { name: '10,000,000 events beyond an empty webview', value: opened, limit: 4000, ...ms },
    {
      name: '95th percentile of frames, moving in it',
      value: quantile(frames, 0.95),
      limit: 33,
      ...ms,
    },
    { name: 'memory of the extension host, more while open', value: more, limit: 400, unit: 'MB' },
    {
      name: 'of that given back after closing',
      value: share(),
      limit: 80,
      unit: '%',
      atLeast: true,
    },
  ];
}

/** Closes everything and waits until it is gone: it would delay the start of the next webview. */
export async function closeAll(/** @type {Page} */ page) {
  await runCommand(page, 'View: Close All Editors');
  const isWebview = (/** @type {import('playwright-core').Frame} */ frame) =>
    frame.url().includes('/webview/');
  await until('closed webviews', () => !page.frames().some(isWebview));
}

function quantile(/** @type {readonly number[]} */ values, /** @type {number} */ share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

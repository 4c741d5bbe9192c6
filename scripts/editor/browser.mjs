/// <reference lib="dom" />

import { chromium } from 'playwright-core';
import { findProgram } from '../setup/programs.mjs';
import { PATIENCE_SECONDS } from './processes.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Renders text as users see it, and identically on every machine.
  '--font-render-hinting=none',
  '--disable-lcd-text',
];

/** Starts the system's Chromium, without a window. @returns {Promise<Browser>} */
export function startBrowser() {
  const shell = findProgram('chromium-headless-shell');
  const executablePath = shell ?? findProgram('chromium');
  if (!executablePath) throw new Error('Chromium is not installed: npm run setup -- editor');
  return chromium.launch({ executablePath, args: shell ? args : ['--headless=new', ...args] });
}

/** Opens a page in its own profile. @returns {Promise<Page>} */
export async function newPage(
  /** @type {Browser} */ browser,
  { width = 1400, height = 900, scale = 1, motion = false } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE_SECONDS * 1000);
  if (!motion) await context.addInitScript(standStill);
  return context.newPage();
}

/** Runs in the page: without a graphics card, a single spinner takes half a processor. */
function standStill() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}

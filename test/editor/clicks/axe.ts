import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { webviewFrame } from '../../../scripts/editor/workbench.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';

const source = readFileSync(inRoot('node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** Lists every serious accessibility problem of the webview in front, with its places. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const frame = await webviewFrame(page);
  // An evaluation is not bound by the view's content-security policy, a script in it would be.
  await frame.evaluate(source);
  const options: RunOptions = { resultTypes: ['violations'] };
  const { violations } = await frame.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (context: string, options: RunOptions) => Promise<AxeResults> };
    };
    return axe.run('body', chosen);
  }, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

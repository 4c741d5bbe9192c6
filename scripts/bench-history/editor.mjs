import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll, withBench } from '../bench-editor/measure.mjs';
import { extensionHostMemory } from '../bench-editor/memory.mjs';
import { timeToPaint } from '../bench-editor/paint.mjs';

/** @typedef {{ name: string, seconds: number, megabytes: number }} Opening */

/**
 * Opens the history of a folder in an editor, without its index and then with it, and an empty webview for
 * comparison.
 */
export async function measureOpenings(/** @type {string} */ workspace) {
  const index = join(workspace, '.cyclescope', 'history.json');
  rmSync(index, { force: true });
  return withBench({ workspace }, async ({ page, server }) => {
    /** @type {Opening[]} */
    const openings = [];
    for (const [name, content] of /** @type {const} */ ([
      ['an empty webview', 'empty'],
      ['first, which makes the index', 'history'],
      ['with the index', 'history'],
      ['with the index', 'history'],
      ['an empty webview', 'empty'],
    ])) {
      const seconds = (await timeToPaint(page, content)) / 1000;
      openings.push({ name, seconds, megabytes: extensionHostMemory(server) });
      await closeAll(page);
    }
    return openings;
  });
}

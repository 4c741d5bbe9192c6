import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openActivity, openByClick, pick, runCommand, webview } from '../editor/workbench.mjs';
import { startRig, writeConfiguration } from '../lib/rig.mjs';
import { withBench } from './measure.mjs';

const CHIP = 'STM32F405RG';

/**
 * Measures the time from a click on "Benchmark the connected board" to the first histogram: in an empty
 * folder, over real OpenOCD on the virtual board, without the time in which the user answers which chip it is.
 * @returns {Promise<import('./measure.mjs').Figure>}
 */
export async function timeToHistogram() {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-bench-'));
  const rig = await startRig();
  try {
    const configFiles = [writeConfiguration(folder, rig.ports.stlink)];
    const boards = [{ name: 'rig', server: 'openocd', configFiles }];
    const value = await withBench(
      { settings: { 'cyclescope.boards': boards } },
      async ({ page }) => {
        await openActivity(page, 'Cyclescope');
        const board = page.locator('.pane-body .monaco-list-row', { hasText: 'board:rig' }).first();
        await openByClick(board, board.getByText('active'));
        const begin = performance.now();
        await runCommand(page, 'Cyclescope: Benchmark the connected board');
        const input = page.getByPlaceholder('Select the chip behind rig');
        await input.waitFor();
        const asked = performance.now();
        await input.fill(CHIP);
        await pick(page, CHIP);
        const answered = performance.now();
        await webview(page)
          .getByLabel(/^Histogram of the [\d,]+ samples/)
          .first()
          .waitFor();
        return performance.now() - answered + (asked - begin);
      },
    );
    return {
      name: 'first histogram of a chip without a project',
      value,
      limit: 10_000,
      unit: 'ms',
    };
  } finally {
    await rig.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

import { listProcesses, until } from '../editor/processes.mjs';
import { pick, runCommand, webview } from '../editor/workbench.mjs';

/** Returns how long a target continues to measure after a click on Stop, in milliseconds. */
export async function timeToStop(
  /** @type {import('playwright-core').Page} */ page,
  /** @type {import('../editor/server.mjs').EditorServer} */ { folders },
) {
  const isMeasuring = () =>
    listProcesses(folders.temporary).some(({ command }) => /qemu-system/.test(command));
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, /^context_switch/);
  await until('a running emulator', isMeasuring);
  const stop = webview(page).getByRole('button', { name: 'Stop' });
  await stop.waitFor();
  const begin = performance.now();
  await stop.click();
  await until('a quiet target', () => !isMeasuring());
  return performance.now() - begin;
}

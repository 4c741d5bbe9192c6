import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stageExtension } from '../../../scripts/editor/extensions.mjs';
import { endProcessesBelow } from '../../../scripts/editor/processes.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the extension that the click scripts use. */
    readonly extension: string;
    /** The folder in which editors keep their data. */
    readonly editors: string;
  }
}

/**
 * Called once before all click scripts: they use the extension as its package holds it. Called again
 * behind them: their editors are ended.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await stageExtension();
  const editors = mkdtempSync(join(tmpdir(), 'cyclescope-editors-'));
  project.provide('extension', folder);
  project.provide('editors', editors);
  return async () => {
    await endProcessesBelow(editors);
    rmSync(editors, { recursive: true, force: true });
    remove();
  };
}

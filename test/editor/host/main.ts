import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEADLINE_SECONDS } from '../../../scripts/editor/processes.mjs';

/** Called by the extension host: runs the tests that were bundled beside this file. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const reporterOptions = { output: join(__dirname, 'report.json') };
  const mocha = new Mocha({ reporter: 'json', reporterOptions, timeout: DEADLINE_SECONDS * 1000 });
  for (const name of readdirSync(__dirname).sort()) {
    if (name.endsWith('.test.cjs')) mocha.addFile(join(__dirname, name));
  }
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures) throw new Error(`${failures} tests failed`);
}

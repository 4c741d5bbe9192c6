import { join } from 'node:path';
import { test } from 'vitest';
import { copyObjects } from '../../../scripts/lib/objects.mjs';
import { openFile } from '../../../scripts/editor/workbench.mjs';
import { editorSession } from '../clicks/session';
import { CPP, lens, runByLens, TARGET, writeSource } from './languages';

const FILTER = 'dsp::low_pass(dsp::input)';

/** A folder with a benchmark in C++, and a separate file with other code that it measures. */
function firmware(parent: string): { readonly folder: string } {
  const folder = join(parent, 'firmware');
  const lines = CPP.map((line) => line.replace(FILTER, `gain(${FILTER})`));
  writeSource(folder, 'fir.cpp', ['extern "C" int gain(int value);', ...lines]);
  writeSource(folder, 'gain.c', ['int gain(int value) { return 2 * value; }']);
  copyObjects(folder, TARGET);
  return { folder };
}

const session = editorSession({ open: firmware, settings: { 'cyclescope.target': TARGET } });

test('the lens above a C++ benchmark finds and builds the source that it needs, and runs it', async () => {
  const { page } = session;
  await openFile(page, 'fir.cpp');
  await lens(page, 'build it').click();
  const found = page.locator('.notification-toast', { hasText: 'dsp/gain.c' });
  await found.getByText('Also built, because your benchmarks need it').waitFor();
  await runByLens(page);
});

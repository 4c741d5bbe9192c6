import { join } from 'node:path';
import { test } from 'vitest';
import { copyObjects } from '../../../scripts/lib/objects.mjs';
import { openFile } from '../../../scripts/editor/workbench.mjs';
import { CPP, lens, runByLens, TARGET, writeSource } from './languages';
import { editorSession } from './session';

/** A folder with one benchmark in C++. */
function firmware(parent: string): { readonly folder: string } {
  const folder = join(parent, 'firmware');
  writeSource(folder, 'fir.cpp', CPP);
  copyObjects(folder, TARGET);
  return { folder };
}

const session = editorSession({ open: firmware, settings: { 'cyclescope.target': TARGET } });

test('the lens above a benchmark in C++ builds it and runs it', async () => {
  const { page } = session;
  await openFile(page, 'fir.cpp');
  await lens(page, 'build it').click();
  await runByLens(page);
});

import { listDamagedCrates, fetchCrates } from '../../extension/toolchain/crates.mjs';
import { chips, cSources, inRoot, wolfcrypt } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';

/** Vendored folders in use. */
export const cSourceFolders = [cSources.freertos, cSources.segger];

/** Fetches the C sources of FreeRTOS and SEGGER's recorder, unless present and unchanged. */
export const vendorCSources = () =>
  vendor({ project: inRoot('third-party', 'c-sources'), folder: cSources.folder });

/** Fetches the wolfCrypt sources that the tests need. Nothing shipped is built from them. */
export const vendorWolfcrypt = () => vendor(wolfcrypt);

/** Fetches the descriptions of chips from which `npm run chips` makes a table. */
export const vendorChips = () => vendor(chips);

/** Returns why it failed, or nothing. */
async function vendor(
  /** @type {import('../../extension/toolchain/crates.mjs').Vendored} */ sources,
) {
  if (listDamagedCrates(sources).length === 0) return undefined;
  let code = 0;
  try {
    await fetchCrates(sources, async (args, cwd) => {
      code = await run('cargo', args, { cwd, stdio: ['ignore', 'ignore', 2] });
      if (code !== 0) throw new Error('cargo vendor failed');
    });
  } catch (error) {
    if (code !== 0) return `cargo vendor ended with exit code ${code}`;
    throw error;
  }
  const damaged = listDamagedCrates(sources);
  return damaged.length ? `cargo vendor left damaged files in ${damaged.join(', ')}` : undefined;
}

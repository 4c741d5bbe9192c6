import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { stage } from '../package/stage.mjs';

/** Copies the latest build of the extension, exactly the contents of its package, to a folder. */
export async function stageExtension() {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-extension-'));
  await stage('vsix', folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Creates a folder of installed extensions with links, so that rebuilding takes effect. */
export function linkExtensions(
  /** @type {string} */ folder,
  /** @type {readonly string[]} */ sources = [root],
) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const source of sources) {
    const { publisher, name, version } = manifest(source);
    symlinkSync(source, join(folder, `${publisher}.${name}-${version}`));
  }
  return folder;
}

function manifest(/** @type {string} */ folder) {
  return /** @type {{ publisher: string, name: string, version: string }} */ (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  );
}

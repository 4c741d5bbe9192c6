import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Events with which an extension of the editor starts in every window, or with any file. */
const ALWAYS = ['*', 'onStartupFinished', 'onLanguage'];

/**
 * Creates a folder with links to the extensions that the editor comes with, except those that start in every window:
 * Git, Emmet and others. No test needs them, and each window would load them.
 */
export function linkBuiltIn(
  /** @type {string} */ folder,
  /** @type {import('./editors.mjs').Editor} */ { at },
) {
  const all = join(dirname(at.entry), '..', '..', 'lib', 'vscode', 'extensions');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(all)) {
    const source = join(all, name);
    if (!existsSync(join(source, 'package.json'))) continue;
    const { activationEvents = [] } = manifest(source);
    if (activationEvents.some((event) => ALWAYS.includes(event))) continue;
    symlinkSync(source, join(folder, name));
  }
  return folder;
}

/** @typedef {{ publisher: string, name: string, version: string, activationEvents?: string[] }} Manifest */

function manifest(/** @type {string} */ folder) {
  return /** @type {Manifest} */ (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoWorkspace } from '../ide/demo.mjs';
import { isEverything } from '../lib/everything.mjs';
import { copyObjects } from '../lib/objects.mjs';
import { inRoot } from '../lib/paths.mjs';

/**
 * Tests that share one extension host: those of `test/editor/host/<name>/`.
 * @typedef {object} HostSuite
 * @property {string} name
 * @property {boolean} [onlyInAll] clicks of the same kind are tested by `npm test`
 * @property {boolean} [trust] the editor asks for trust, which is not granted
 * @property {Record<string, unknown>} [settings]
 * @property {(folder: string) => import('./workbench.mjs').OpenOptions} open makes the folder or workspace to open
 */

/** @type {readonly HostSuite[]} */
const all = [
  { name: 'empty', open: (folder) => ({ folder: emptyFolder(folder) }) },
  { name: 'folder', open: (folder) => ({ folder: makeBuiltFolder(join(folder, 'firmware')) }) },
  { name: 'folders', onlyInAll: true, open: (folder) => ({ workspace: twoFolders(folder) }) },
  { name: 'projects', onlyInAll: true, open: (folder) => ({ folder: userProjects(folder) }) },
  { name: 'restricted', trust: true, open: (folder) => ({ folder: withTraps(folder) }) },
];

export const hostSuites = all.filter(({ onlyInAll }) => isEverything || !onlyInAll);

/** Creates the demo's firmware, in which images were built before: one is not among the extension's own. */
function makeBuiltFolder(/** @type {string} */ folder) {
  copyObjects(folder, 'qemu-freertos-m7');
  const image = join('agent', 'qemu-freertos-m3');
  cpSync(inRoot('dist', image), join(folder, '.cyclescope', image), { recursive: true });
  return demoWorkspace(folder);
}

/** Creates projects that the agent can be added to, one of each kind. */
function userProjects(/** @type {string} */ parent) {
  const folder = join(parent, 'projects');
  cpSync(inRoot('test', 'golden', 'projects'), folder, { recursive: true });
  return folder;
}

/** Creates an empty folder. */
export function emptyFolder(/** @type {string} */ parent) {
  const folder = join(parent, 'empty');
  mkdirSync(folder);
  return folder;
}

/** Creates the demo's firmware with the sample's runs. */
export function withRuns(/** @type {string} */ parent, name = 'firmware') {
  const folder = demoWorkspace(join(parent, name));
  cpSync(inRoot('media', 'sample'), join(folder, '.cyclescope', 'runs'), { recursive: true });
  return folder;
}

/** Creates a folder whose settings name its own programs; one that is started leaves a trace. */
export function withTraps(/** @type {string} */ parent) {
  const folder = withRuns(parent);
  const traps = join(folder, 'traps');
  mkdirSync(traps);
  for (const name of ['qemu-system-arm', 'ssh', 'gcc', 'cc', 'cargo', 'arm-none-eabi-gcc']) {
    const script = '#!/bin/sh\ntouch "$(dirname "$0")/started"\n';
    writeFileSync(join(traps, name), script, { mode: 0o755 });
  }
  const settings = {
    'cyclescope.programsFolders': [traps],
    'cyclescope.imagesFolder': traps,
    'cyclescope.sshHosts': ['ssh://trap.invalid'],
    'cyclescope.benchmarks': ['traps/*.c'],
  };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  return folder;
}

/** Creates a workspace of two folders; the first has runs. */
export function twoFolders(/** @type {string} */ parent) {
  const folders = [withRuns(parent, 'radio'), demoWorkspace(join(parent, 'motor'))];
  const file = join(parent, 'two.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
  return file;
}

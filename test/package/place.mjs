import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { readZip } from '../../scripts/package/zip.mjs';

/**
 * A computer on which nothing is installed but the programs named: no clone, no cargo, no compiler.
 * @typedef {object} Place
 * @property {string} folder
 * @property {string} work where the user works
 * @property {Readonly<Record<string, string>>} environment
 * @property {() => void} remove
 *
 * @typedef {{ code: number, out: string, err: string }} Ended the output of a program and how it ended
 */

/** Makes such a place; its PATH holds links to these programs and Node, and nothing else. @returns {Place} */
export function newPlace(/** @type {readonly string[]} */ programs) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-installed-'));
  const newFolder = (/** @type {string} */ name) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const bin = newFolder('bin');
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const program of programs) symlinkSync(onPath(program), join(bin, program));
  return {
    folder,
    work: newFolder('work'),
    environment: { PATH: bin, HOME: newFolder('home'), TMPDIR: newFolder('tmp') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Unpacks the extension's package as an editor installs it; gives the extension's folder. */
export function installExtension(/** @type {Place} */ { folder }, /** @type {string} */ vsix) {
  const target = join(folder, 'extensions');
  for (const { path, bytes } of readZip(readFileSync(vsix))) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), bytes);
  }
  return join(target, 'extension');
}

/** Installs the command line's package as a user does; gives the path of its program. */
export async function installCommandLine(
  /** @type {Place} */ { folder },
  /** @type {string} */ tarball,
) {
  const prefix = join(folder, 'npm');
  mkdirSync(prefix);
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', prefix, tarball];
  const { code, err } = await run('npm', args, { cwd: prefix, env: process.env });
  if (code !== 0) throw new Error(err);
  return join(prefix, 'node_modules', '.bin', 'cyclescope');
}

/** Runs a program of that place, where the user works. */
export const runProgram = (
  /** @type {Place} */ { work, environment },
  /** @type {string} */ program,
  /** @type {readonly string[]} */ args,
) => run(program, args, { cwd: work, env: environment });

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<Ended>}
 */
function run(program, args, options) {
  return new Promise((resolve) => {
    execFile(program, args, { ...options, maxBuffer: 1 << 26 }, (error, out, err) => {
      if (!error) resolve({ code: 0, out, err });
      else if (typeof error.code === 'number') resolve({ code: error.code, out, err });
      else resolve({ code: 127, out, err: `${err}${error.message}` });
    });
  });
}

function onPath(/** @type {string} */ program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, program)).find(isExecutable);
  if (found === undefined) throw new Error(`${program} is not installed`);
  return found;
}

function isExecutable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

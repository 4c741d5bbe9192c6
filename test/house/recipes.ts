import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** A copy of the checkout in which a recipe of CONTRIBUTING.md is followed. */
export interface Copy {
  readonly folder: string;
  /** Copies a folder, and replaces the name in its files. */
  readonly copyFolder: (
    from: string,
    to: string,
    rename: (text: string) => string,
  ) => Promise<void>;
  /** Writes a new file. */
  readonly write: (path: string, text: string) => void;
  /** Edits a file that is there. */
  readonly edit: (path: string, from: string, to: string) => void;
  readonly read: (path: string) => string;
  /** Runs a script of the copy with Node, in a folder of it, and returns what it wrote to stdout. */
  readonly node: (script: string, args?: readonly string[], cwd?: string) => Promise<string>;
  /** Writes a bundle of the copy, as `npm run build` does. */
  readonly bundle: (output: string) => Promise<void>;
  /** The files that were edited by hand. */
  readonly edited: () => readonly string[];
}

/** Copies the tracked files of the checkout; the installed packages are shared. */
export async function copyOfTree(): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-recipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of await filesBelow('.')) cpSync(join(root, path), join(folder, path));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // What is ignored in folders above is not ignored here.
  mkdirSync(join(folder, '.git'));
  const edited = new Set<string>();
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const execute = async (args: readonly string[], cwd = '.') => {
    const options = { cwd: join(folder, cwd), maxBuffer: 1 << 24 };
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  };
  return {
    folder,
    read,
    write,
    copyFolder: async (from, to, rename) => {
      for (const path of await filesBelow(from)) {
        write(rename(path.replace(from, to)), rename(read(path)));
      }
    },
    edit: (path, from, to) => {
      const text = read(path);
      if (!text.includes(from)) throw new Error(`${path} has no "${from}"`);
      write(path, text.replace(from, to));
      edited.add(path);
    },
    node: (script, args = [], cwd) => execute([join(folder, script), ...args], cwd),
    bundle: async (output) => {
      const program = `
        import { bundles, writeBundle } from './scripts/lib/bundle.mjs';
        await writeBundle(bundles.find((bundle) => bundle.output === '${output}'));`;
      await execute(['--input-type=module', '--eval', program]);
    },
    edited: () => [...edited],
  };
}

/** Files that are deleted and not yet committed so are left out. */
async function filesBelow(path: string): Promise<readonly string[]> {
  const list = async (...options: string[]) => {
    const args = ['ls-files', '-z', ...options, '--', path];
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 24 });
    return stdout.split('\0').filter((name) => name !== '');
  };
  const deleted = new Set(await list('--deleted'));
  const all = await list('--cached', '--others', '--exclude-standard');
  return all.filter((name) => !deleted.has(name));
}

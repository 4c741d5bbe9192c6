import { spawn } from 'node:child_process';
import { systemCode, throwIfCancelled } from '../base';
import { waitForExit } from './child';

/** Git's output; `code` is undefined if git is not installed. */
export interface GitAnswer {
  readonly code: number | null | undefined;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs git in a folder. It takes no optional locks, so the index stays as it is, and finds the
 * repository only by the folder: in a git hook the environment names another one.
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<GitAnswer> {
  const others = Object.entries(process.env).filter(([name]) => !LOCAL.test(name));
  const env = { ...Object.fromEntries(others), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
  const child = spawn('git', args, {
    cwd: folder,
    env,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  try {
    return { code: await waitForExit(child), out, err };
  } catch (error) {
    throwIfCancelled(signal);
    if (systemCode(error) !== 'ENOENT') throw error;
    return { code: undefined, out, err };
  }
}

/** The variables that bind git to one repository. */
const LOCAL =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|INDEX_VERSION|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|GRAFT_FILE|SHALLOW_FILE|CEILING_DIRECTORIES)$/;

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EngineError } from '../../base';
import { installationHint, runGit } from '../../host';

/** A commit as it is shown. */
export interface Commit {
  readonly id: string;
  readonly subject: string;
  readonly author: string;
  /** In ISO 8601. */
  readonly date: string;
}

/** A user's repository, and the path of a folder in it. */
export interface Repository {
  readonly top: string;
  /** The folder, relative to `top`. */
  readonly prefix: string;
  git(...args: string[]): Promise<string>;
}

/** Finds the repository that a folder is in. */
export async function openRepository(folder: string, signal: AbortSignal): Promise<Repository> {
  const git = (...args: string[]) => ask(folder, args, signal);
  const lines = await git('rev-parse', '--show-toplevel', '--show-prefix');
  const end = lines.lastIndexOf('\n');
  return { top: await realpath(lines.slice(0, end)), prefix: lines.slice(end + 1), git };
}

/** Runs git; what it refuses is a failure with its own first line. */
async function ask(folder: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  // Hooks of the repository are for the user's own work tree.
  const { code, out, err } = await runGit(
    folder,
    ['-c', 'core.hooksPath=/dev/null', ...args],
    signal,
  );
  if (code === 0) return out.replace(/\n$/, '');
  if (code === undefined) {
    throw new EngineError(
      'missing-program',
      'git was not found.',
      installationHint({ apt: 'git', brew: 'git', page: 'https://git-scm.com/downloads' }),
    );
  }
  const why = err.split('\n').find((line) => line !== '') ?? `it ended with code ${code}`;
  throw new EngineError(
    'usage',
    `git ${args[0] ?? ''} failed: ${why.replace(/^(fatal|error): /, '')}`,
    `To see all of its output, run "git ${args.join(' ')}" in ${folder}.`,
  );
}

/** Reads the id of the commit that a name means. */
export function readCommitId(git: Repository['git'], name: string): Promise<string> {
  const options = ['--verify', '--quiet', '--end-of-options'];
  return git('rev-parse', ...options, `${name}^{commit}`).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.code !== 'usage') throw error;
    throw new EngineError(
      'usage',
      `There is no commit "${name}".`,
      'Fetch it if the clone is shallow.',
    );
  });
}

/** Reads the commit that a name means. */
export async function readCommit(git: Repository['git'], name: string): Promise<Commit> {
  const id = await readCommitId(git, name);
  return (await readCommits(git, [id])).get(id) ?? { id, subject: '', author: '', date: '' };
}

/** A command line may hold only so many ids, on Windows 32,767 characters. */
const IDS_AT_ONCE = 500;

const FIELDS = ['%H', '%s', '%an', '%aI'];
const UNIT = '\u001f';

/** Reads those commits of a list that the repository has. */
export async function readCommits(
  git: Repository['git'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Commit>> {
  const format = `--format=${FIELDS.join('%x1f')}`;
  const options = ['--no-walk=unsorted', '--ignore-missing', '--no-show-signature', format];
  const calls = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, at) => {
    const some = ids.slice(at * IDS_AT_ONCE, (at + 1) * IDS_AT_ONCE);
    return git('log', ...options, '--end-of-options', ...some);
  });
  const found = new Map<string, Commit>();
  for (const line of (await Promise.all(calls)).flatMap((text) => text.split('\n'))) {
    const [id = '', subject = '', author = '', date = ''] = line.split(UNIT);
    if (id !== '') found.set(id, { id, subject, author, date });
  }
  return found;
}

/** A work tree of its own, in which commits can be checked out. */
export interface Worktree {
  /** The path of the user's folder in it. */
  readonly folder: string;
  checkOut(id: string): Promise<void>;
}

/**
 * Works in a new work tree, which is removed however the work ends. The user's own work tree, index
 * and stash stay as they are.
 */
export async function withWorktree<Result>(
  { top, prefix }: Repository,
  signal: AbortSignal,
  work: (worktree: Worktree) => Promise<Result>,
): Promise<Result> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'cyclescope-bisect-')));
  const tree = join(parent, 'tree');
  try {
    // Without the signal: git must note the folder as a whole, or it cannot be removed.
    await ask(top, ['worktree', 'add', '--quiet', '--detach', '--no-checkout', tree]);
    return await work({
      folder: resolve(tree, prefix),
      checkOut: async (id) => {
        await ask(tree, ['checkout', '--quiet', '--detach', '--force', id], signal);
      },
    });
  } finally {
    await runGit(top, ['worktree', 'remove', '--force', '--force', tree]);
    await rm(parent, { recursive: true, force: true });
  }
}

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { type Revision, revisionSchema } from '../../agent';
import { type GitAnswer, runGit } from '../../host';
import { agentsFolderAbove } from '../../projects';
import { codeEndings } from '../languages';
import { ELSEWHERE } from '../workspace';

/**
 * The commit of the user's sources, in the repository of the first one. What differs from it are
 * tracked files anywhere, since any may be included, and those of the sources that git does not track.
 */
export async function readRevision(
  files: readonly string[],
  signal?: AbortSignal,
): Promise<Revision | undefined> {
  const [first] = files;
  return first === undefined ? undefined : revisionAt(dirname(first), files, signal);
}

/** The commit of a project. Sources that git neither tracks nor ignores differ from it as well. */
export function readProjectRevision(folder: string, signal?: AbortSignal): Promise<Revision> {
  const sources = codeEndings.map((ending) => `*.${ending}`);
  const others = ELSEWHERE.map((name) => `:(exclude,glob)**/${name}/**`);
  return revisionAt(folder, [...sources, ...others], signal, '--exclude-standard');
}

/** The commit at a folder; git lists the untracked ones of the files or patterns. */
async function revisionAt(
  folder: string,
  files: readonly string[],
  signal: AbortSignal | undefined,
  ...listing: readonly string[]
): Promise<Revision> {
  const git = (...args: string[]) => runGit(folder, args, signal);
  const head = await git('log', '-1', '--no-show-signature', '--format=%H%n%cI', 'HEAD');
  const [commit, commitTime] = head.out.split('\n');
  if (head.code !== 0 || !commit || !commitTime) return { unknown: whyUnknown(head) };
  const describe = await git('describe', '--tags', '--always', commit);
  const branch = await git('symbolic-ref', '--quiet', '--short', 'HEAD');
  const tracked = await git(...DIFF);
  const others = await git('ls-files', '--others', ...listing, '--full-name', '-z', '--', ...files);
  if (tracked.code !== 0) return { unknown: whyUnknown(tracked) };
  const untracked = others.code === 0 ? others.out.split('\0').filter((name) => name !== '') : [];
  const dirty = tracked.out !== '' || untracked.length > 0;
  const top = (await git('rev-parse', '--show-toplevel')).out.replace(/\n$/, '');
  return {
    commit,
    describe: describe.out.trim() || commit.slice(0, 12),
    ...(branch.code === 0 && { branch: branch.out.trim() }),
    commitTime,
    dirty,
    ...(dirty && { diff: await hashChanges(tracked.out, untracked, top) }),
  };
}

/** Beside a project's agents: the commit that they were built from, and the hash of each. */
const revisionFile = (agents: string) => join(agents, 'revision.json');

const builtSchema = v.object({ revision: revisionSchema, images: v.array(v.string()) });

/** Notes which commit a project's agents were built from. */
export async function noteRevision(
  agents: string,
  built: v.InferOutput<typeof builtSchema>,
): Promise<void> {
  await mkdir(agents, { recursive: true });
  await writeFile(revisionFile(agents), JSON.stringify(built));
}

/** The commit of an ELF file, if it is as a project's build noted it. */
export async function readNotedRevision(
  path: string,
  sha256: string,
): Promise<Revision | undefined> {
  const agents = agentsFolderAbove(dirname(path));
  if (agents === undefined) return undefined;
  try {
    const built = v.parse(builtSchema, JSON.parse(await readFile(revisionFile(agents), 'utf8')));
    return built.images.includes(sha256) ? built.revision : undefined;
  } catch {
    return undefined;
  }
}

// Independent of the user's configuration: the same difference has the same hash everywhere.
const DIFF = [
  '-c',
  'core.quotePath=true',
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--diff-algorithm=myers',
  '--unified=3',
  '--binary',
  '--full-index',
  'HEAD',
];

async function hashChanges(
  diff: string,
  untracked: readonly string[],
  top: string,
): Promise<string> {
  const hash = createHash('sha256').update(diff);
  for (const name of untracked) hash.update(`\0${name}\0`).update(await readFile(join(top, name)));
  return hash.digest('hex');
}

function whyUnknown({ code, err }: GitAnswer): string {
  if (code === undefined) return 'git is not installed';
  if (err.includes('not a git repository')) return 'the sources are in no git repository';
  if (err.includes('dubious ownership')) return 'the git repository belongs to another user';
  if (/does not have any commits|bad revision|ambiguous argument/.test(err))
    return 'the git repository has no commit';
  return 'git cannot read the repository';
}

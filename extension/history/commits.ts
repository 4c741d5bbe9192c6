import { type Commit, readCommitId, openRepository, readCommits, type Repository } from '../engine';

export interface BranchRequest {
  /** A folder in the repository. */
  readonly folder: string;
  /** Any commit's name; by default what is checked out. */
  readonly branch: string | undefined;
  /** The oldest commit to show; by default the first. */
  readonly since: string | undefined;
  readonly signal: AbortSignal;
}

/** The commits of a branch in their order in the graph; their times may be wrong. */
export interface Branch {
  readonly name: string;
  /** The position of a commit on the branch, from its root; undefined if it is on another. */
  findPosition(id: string): number | undefined;
  /** The first place to show. */
  readonly from: number;
  /** Describes those commits of a list that the repository has. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, Commit>>;
}

/**
 * Reads the first parents of a branch. Commits that a merge brought in are not on it: each was made
 * without what the branch had at that time, so its figures do not follow those before it.
 */
export async function readBranch(request: BranchRequest): Promise<Branch> {
  const { git } = await openRepository(request.folder, request.signal);
  const tip = await readCommitId(git, request.branch ?? 'HEAD');
  const [list, name, shown] = await Promise.all([
    git('rev-list', '--first-parent', tip),
    request.branch ?? nameOfHead(git),
    request.since === undefined ? undefined : countSince(git, tip, request.since),
  ]);
  const chain = list.split('\n').reverse();
  const positions = new Map(chain.map((id, at) => [id, at]));
  return {
    name,
    findPosition: (id) => positions.get(id),
    from: shown === undefined ? 0 : chain.length - shown,
    describe: (ids) => readCommits(git, ids),
  };
}

async function nameOfHead(git: Repository['git']): Promise<string> {
  const name = await git('rev-parse', '--abbrev-ref', 'HEAD');
  return name === 'HEAD' ? 'a detached HEAD' : name;
}

/** Counts the branch's commits that a commit lacks, and the newest that it has. */
async function countSince(git: Repository['git'], tip: string, since: string): Promise<number> {
  const id = await readCommitId(git, since);
  const newer = await git('rev-list', '--first-parent', '--count', tip, `^${id}`);
  return Number(newer) + 1;
}

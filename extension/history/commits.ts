import { type Commit, commitOf, openRepository, type Repository } from '../engine';

export interface BranchOrder {
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
  /** The place of a commit on the branch, from its root; undefined if it is on another. */
  placeOf(id: string): number | undefined;
  /** The first place to show. */
  readonly from: number;
  /** Describes those commits of a list that the repository has. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, Commit>>;
}

/**
 * Reads the first parents of a branch. Commits that a merge brought in are not on it: each was made
 * without what the branch had at that time, so its figures do not follow those before it.
 */
export async function readBranch(order: BranchOrder): Promise<Branch> {
  const { git } = await openRepository(order.folder, order.signal);
  const tip = await commitOf(git, order.branch ?? 'HEAD');
  const chain = linesOf(await git('rev-list', '--first-parent', tip.id)).reverse();
  const places = new Map(chain.map((id, at) => [id, at]));
  return {
    name: order.branch ?? (await nameOfHead(git)),
    placeOf: (id) => places.get(id),
    from: order.since === undefined ? 0 : chain.length - (await countSince(git, tip, order.since)),
    describe: (ids) => describe(git, ids),
  };
}

async function nameOfHead(git: Repository['git']): Promise<string> {
  const name = await git('rev-parse', '--abbrev-ref', 'HEAD');
  return name === 'HEAD' ? 'a detached HEAD' : name;
}

/** Counts the branch's commits that a commit lacks, and the newest that it has. */
async function countSince(git: Repository['git'], tip: Commit, since: string): Promise<number> {
  const { id } = await commitOf(git, since);
  const newer = await git('rev-list', '--first-parent', '--count', tip.id, `^${id}`);
  return Number(newer) + 1;
}

/** A command line may hold only so many ids, on Windows 32,767 characters. */
const IDS_AT_ONCE = 500;

const UNIT = '\u001f';

async function describe(
  git: Repository['git'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Commit>> {
  const found = new Map<string, Commit>();
  for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
    const some = ids.slice(first, first + IDS_AT_ONCE);
    const format = `--format=${['%H', '%s', '%an', '%aI'].join('%x1f')}`;
    const options = ['--no-walk=unsorted', '--ignore-missing', '--no-show-signature', format];
    for (const line of linesOf(await git('log', ...options, ...some))) {
      const [id = '', subject = '', author = '', date = ''] = line.split(UNIT);
      found.set(id, { id, subject, author, date });
    }
  }
  return found;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

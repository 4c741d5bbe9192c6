import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { detect, readWorld } from '../projects';
import {
  type AttachedProbes,
  findAttachedProbes,
  type BoardSetup,
  probeBoards,
  type Target,
} from '../targets';
import type { Terminal } from './terminal';
import type { runInThread } from './threads';

/** Everything outside itself that a command may use. */
export interface Context {
  readonly terminal: Terminal;
  readonly targets: readonly Target[];
  /** Searches the current folder for boards and lists attached probes; runs nothing of the folder. */
  readonly findBoards: (context: Pick<Context, 'cwd' | 'signal'>) => Promise<FoundBoards>;
  /** Measures a run beside others, in a thread of its own. */
  readonly runApart: typeof runInThread;
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder of Cyclescope's own package.json. */
  readonly packageFolder: string;
}

/** Cyclescope's version. */
export async function readPackageVersion({ packageFolder }: Context): Promise<string> {
  const text = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
}

/** Boards found in files and at attached probes, and what could not be read. */
export interface FoundBoards {
  readonly boards: readonly BoardSetup[];
  readonly attached: AttachedProbes;
  readonly problems: readonly string[];
}

/** Searches a folder's files for boards and this computer for probes. */
export async function findBoards({
  cwd,
  signal,
}: {
  readonly cwd: string;
  readonly signal: AbortSignal;
}): Promise<FoundBoards> {
  const [world, attached] = await Promise.all([
    readWorld({ folders: [{ path: cwd }] }),
    findAttachedProbes(signal),
  ]);
  const { boards, problems } = detect(world);
  return { boards: [...boards, ...probeBoards(attached.probes, boards)], attached, problems };
}

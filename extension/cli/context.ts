import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from '../targets';
import { type ImagePlace, imagePlaces } from '../toolchain';
import type { FoundBoards } from './boards';
import type { Terminal } from './terminal';

/** Everything outside itself that a command may use. */
export interface Context {
  readonly terminal: Terminal;
  readonly targets: readonly Target[];
  /** Searches the current folder for boards and lists attached probes; runs nothing of the folder. */
  readonly findBoards: (context: Pick<Context, 'cwd' | 'signal'>) => Promise<FoundBoards>;
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder of Cyclescope's own package.json. */
  readonly packageFolder: string;
}

/** The folders in which this call searches for images. */
export function placesOf(context: Context): readonly ImagePlace[] {
  return imagePlaces(context);
}

/** Cyclescope's version. */
export async function versionOf({ packageFolder }: Context): Promise<string> {
  const text = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
}

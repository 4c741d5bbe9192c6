import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EngineError } from '../error';
import { compile, type Compilation } from './compiler';

/** What installs a cargo that reads our lock files. */
export const CARGO_REMEDY = 'install cargo 1.85 or newer: https://rustup.rs';

/** Sources that others wrote, as cargo fetches them. */
export interface Vendored {
  /** Whose they are, for messages. */
  readonly of: string;
  /** The folder with the Cargo.toml and the Cargo.lock that name the crates which carry them. */
  readonly project: string;
  /** Where they lie. */
  readonly folder: string;
  /** Files and folders below it; cargo also brings everything that the crates would be built with. */
  readonly kept: readonly string[];
}

/** Fetches sources anew. Cargo holds every file against the checksums of the lock file. */
export async function vendor(sources: Vendored, signal?: AbortSignal): Promise<void> {
  const { project, folder, kept } = sources;
  const fetched = `${folder}.${process.pid}.fetched`;
  const partial = `${folder}.${process.pid}.partial`;
  const manifest = join(project, 'Cargo.toml');
  const args = ['vendor', '--locked', '--versioned-dirs', '--quiet', '--manifest-path', manifest];
  await mkdir(dirname(folder), { recursive: true });
  try {
    const { succeeded, messages } = await cargo(sources, [...args, fetched], signal);
    if (!succeeded) throw notHere(sources, messages.trim());
    for (const path of kept) {
      await mkdir(dirname(join(partial, path)), { recursive: true });
      await rename(join(fetched, path), join(partial, path));
    }
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    for (const left of [fetched, partial]) await rm(left, { recursive: true, force: true });
  }
}

async function cargo(
  { of, folder }: Vendored,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Compilation> {
  try {
    return await compile('cargo', args, dirname(folder), signal);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'missing-program') throw error;
    throw new EngineError(
      'missing-program',
      `cargo was not found, which fetches the C sources of ${of}.`,
      `To build this agent, ${CARGO_REMEDY}`,
    );
  }
}

/** Says that sources are missing, and what to do about it. */
export function notHere(
  { of, folder }: Pick<Vendored, 'of' | 'folder'>,
  hint: string,
): EngineError {
  return new EngineError('refused', `The C sources of ${of} are not here (${folder}).`, hint);
}

import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../../base';

/** Deletes the builds with the agent, which a project without it no longer needs. */
export async function removeBuilds(folder: string): Promise<void> {
  const builds = join(folder, 'build', 'cyclescope');
  await rm(builds, { recursive: true, force: true });
  try {
    await rmdir(dirname(builds));
  } catch (error) {
    // The folder contains the project's own builds, or there was no build at all.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? ''))
      throw error;
  }
}

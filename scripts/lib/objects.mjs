import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildDir } from './paths.mjs';

/**
 * Copies the objects of an image that `npm run build` keeps, so that a build there compiles only what
 * differs. Without any it compiles everything.
 */
export function copyImageObjects(
  /** @type {string} */ folder,
  /** @type {string} */ target,
  /** @type {string} */ build,
) {
  const kept = join(buildDir, 'objects', target, build);
  // A build elsewhere may be about to rename those that it still writes.
  const filter = (/** @type {string} */ path) => !path.endsWith('.partial');
  if (existsSync(kept)) cpSync(kept, folder, { recursive: true, filter });
}

/** Makes builds in a workspace compile only the user's sources, as every build but the first does. */
export function copyObjects(/** @type {string} */ workspace, /** @type {string} */ target) {
  for (const build of ['headline', 'traced']) {
    const image = join(workspace, '.cyclescope', 'agent', target, build);
    copyImageObjects(join(image, 'objects'), target, build);
  }
}

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildDir } from './paths.mjs';

/**
 * Copies the objects of our own sources, kept by `npm run build`, into a workspace, so that a build
 * there compiles the user's sources alone, as every build but the first one does.
 */
export function copyObjects(/** @type {string} */ workspace, /** @type {string} */ target) {
  for (const build of ['headline', 'traced']) {
    const kept = join(buildDir, 'objects', target, build);
    cpSync(kept, join(workspace, '.cyclescope', 'agent', target, build, 'objects'), {
      recursive: true,
    });
  }
}

import { checkOwnLibc } from '../libc';
import { localRequirements } from './requirements';
import { openLocal, type LocalPlaces } from './open';
import type { Target } from '../target';

/** This computer, measured by a program of its own. */
export function localTarget(places: LocalPlaces = {}): Target {
  return {
    id: 'local-linux',
    title: 'Linux on this computer',
    deterministic: false,
    requirements: () => Promise.resolve(localRequirements()),
    check: checkOwnLibc,
    open: (image, options) => openLocal(image, options, places),
  };
}

/** This computer. */
export const localLinux: Target = localTarget();

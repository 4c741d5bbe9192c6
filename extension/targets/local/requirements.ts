import { release } from 'node:os';
import type { Requirement } from '../target';

/** Looks at the system that this process runs on. */
export function localRequirements(platform = process.platform): readonly Requirement[] {
  return [
    {
      name: 'Linux',
      found: platform === 'linux' ? release() : undefined,
      remedy:
        'nothing: this computer runs another system; measure a Linux one with --target ssh://user@host',
    },
  ];
}

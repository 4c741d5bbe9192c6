import type { Target } from '../../targets';

/** How long both channels may be silent before a run is given up. */
export const SILENCE_SECONDS = 120;

/** How often a target is measured where nobody asks for a number: one run alone says little. */
export function repeatsOf({ deterministic }: Pick<Target, 'deterministic'>): number {
  return deterministic ? 1 : 5;
}

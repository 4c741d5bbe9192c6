import type { Clock } from '../../agent';
import { SMALLEST_BATCH } from '../../measure';
import type { RunPass } from './record';

/*
 * The rules by which figures follow from the values of a record. Old records keep their figures:
 * they are read by the rules of the version that measured them.
 *
 * Version 2 derives the clock's step from the values, compares samples with batches by the spread
 * between repeats, and takes no mean of small batches. Version 1 takes the clock's step as the agent
 * reports it, compares samples and batches as independent values, and takes batches of any size.
 */

/** The rules for what this version measures. */
export const RULES = 2;

/** The rules that a pass was measured for. */
export function getRulesVersion({ rules = 1 }: Pick<RunPass, 'rules'>): number {
  return rules;
}

/** The differences between versions, apart from the clock's step, which a record of version 1 lacks. */
export interface Rules {
  readonly smallestBatch: number;
  /** Every execution is taken for independent of the one before. */
  readonly isIndependent: boolean;
}

/** The rules for one clock's figures. */
export function chooseRules(pass: RunPass, { unit }: Pick<Clock, 'unit'>): Rules {
  const isFirst = getRulesVersion(pass) < RULES;
  return {
    smallestBatch: isFirst ? 1 : SMALLEST_BATCH,
    // Instructions are counted by emulators, where nothing else runs.
    isIndependent: isFirst || unit === 'instructions',
  };
}

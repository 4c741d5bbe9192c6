import { programRequirement } from '../programs/requirement';
import type { Requirement } from '../target';
import { STTY } from './port';

/** What a serial port needs of this computer. */
export function serialRequirements(): readonly Requirement[] {
  return [programRequirement(STTY, undefined, 'apt-get install coreutils')];
}

// They name a thing, or the agent measured them itself, and no figure follows from them.
const NAMES: ReadonlySet<string> = new Set([
  'agent',
  'protocol',
  'image',
  'ring',
  'clock_read',
  'target',
  'host',
  'hostname',
  'debug_server',
  'probe',
  'place',
  'place_tags',
  'exporter',
  'chip_id',
  'sampling_rate',
  'sha256',
  'repeats',
  'commit',
]);

// A run's doubts and the limits of its figures follow from these.
const QUALITIES: ReadonlySet<string> = new Set(['clock_check', 'core_hz_error']);

/** True for a fact in which equal boards may differ, such as a serial number: nothing is computed from it. */
export const isName = (fact: string): boolean => NAMES.has(fact);

/**
 * True for a fact that identifies a run or an image but does not change the speed of what is measured. Any other
 * fact is assumed to change figures.
 */
export const isIdentity = (fact: string): boolean => isName(fact) || QUALITIES.has(fact);

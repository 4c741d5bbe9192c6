/** The families that agents in the SDKs of Zephyr and NXP have. */
export const FAMILIES = [
  'heap',
  'mutex',
  'thread',
  'context_switch',
  'sync',
  'time',
  'interrupt',
  'rhealstone',
  'queue',
  'timer',
  'eventgroup',
  'workqueue',
  'stream',
  'sort',
  'matrix',
];

/** The families with a variant that calls the kernel's own functions. */
export const TWINS = ['sync', 'thread', 'queue', 'stream'];

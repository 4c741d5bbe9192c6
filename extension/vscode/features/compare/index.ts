export { registerCompare } from './compare';
export { registerInterleave } from './interleave';
export { resolveColumnPlaces } from './places';
export { formatReference, runsAmong } from './references';

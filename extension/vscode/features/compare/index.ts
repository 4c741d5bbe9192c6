export { registerCompare } from './compare';
export { registerInterleave } from './interleave';
export { placesOf } from './places';
export { referenceOf, runsAmong } from './references';

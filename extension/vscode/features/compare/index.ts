export { registerCompare } from './compare';
export { registerInterleave } from './interleave';
export { columnPlacesOf } from './places';
export { referenceOf, runsAmong } from './references';

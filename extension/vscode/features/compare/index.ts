export { registerCompare } from './compare';
export { placesOf } from './places';
export { referenceOf, runsAmong } from './references';

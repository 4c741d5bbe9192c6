export { registerCompare } from './compare';
export { registerInterleave } from './interleave';
export { resolveColumnSources } from './sources';
export { formatReference, runsAmong } from './references';

export { ENDED_HINT, endText, openProcessLink, startProcess } from './link';
export type { SampledAgent } from './sampler';

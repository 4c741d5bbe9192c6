export { endText, openProcessLink, startProcess } from './link';
export type { SampledAgent } from './sampler';

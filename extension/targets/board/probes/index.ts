export { type AttachedProbes, attachedProbes, otherSideCommand } from './attached';
export { probeBoards } from './boards';
export type { Probe } from './probe';

export { type AttachedProbes, attachedProbes } from './attached';
export { probeBoards } from './boards';
export { otherSideCommand } from './other-side';
export type { Probe } from './probe';

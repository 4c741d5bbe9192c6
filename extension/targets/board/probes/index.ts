export { type AttachedProbes, attachedProbes, otherSide, type OtherSide } from './attached';
export { probeBoards } from './boards';
export type { Probe } from './probe';

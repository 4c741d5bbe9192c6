export { type AttachedProbes, attachedProbes, otherSide, type OtherSide } from './attached';
export { type Probe, probeBoards, withServerForChip } from './probe';

export { type AttachedProbes, attachedProbes, otherSide, type OtherSide } from './attached';
export { boardWithChip, chipOfBoard } from './chip';
export { connectedBoards, type Probe, probeBoards } from './probe';

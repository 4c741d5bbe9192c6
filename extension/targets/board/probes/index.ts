export { type AttachedProbes, attachedProbes, otherSide, type OtherSide } from './attached';
export { boardWithChip, chipOfBoard, connectedBoards, type Probe, probeBoards } from './probe';

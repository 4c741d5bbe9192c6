export { type AttachedProbes, findAttachedProbes, otherSide, type OtherSide } from './attached';
export { boardWithChip, chipOfBoard, listConnectedBoards, type Probe, probeBoards } from './probe';

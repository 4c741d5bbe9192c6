export { type AttachedProbes, findAttachedProbes, otherSide, type OtherSide } from './attached';
export {
  boardWithChip,
  chipOfBoard,
  isBareBoard,
  listConnectedBoards,
  type Probe,
  probeBoards,
  withServerForChip,
} from './probe';

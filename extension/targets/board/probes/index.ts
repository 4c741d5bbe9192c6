export { type AttachedProbes, findAttachedProbes, otherSide, type OtherSide } from './attached';
export {
  boardWithChip,
  chipOfBoard,
  isBareBoard,
  LIKELIEST_CORE,
  listConnectedBoards,
  type Probe,
  probeBoards,
  withServerForChip,
} from './probe';

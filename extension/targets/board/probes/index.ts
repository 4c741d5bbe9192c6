export {
  type AttachedProbes,
  findAttachedProbes,
  describeOtherSide,
  type OtherSide,
} from './attached';
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

export {
  addressText,
  GROUPS,
  inGroups,
  onlyAddressIn,
  type SampledBatch,
  switchesIn,
} from './batches';
export {
  ASLEEP,
  type FirmwareSample,
  type FlatProfile,
  flatProfile,
  type FlatRow,
  type LayerShare,
  NO_ADDRESS,
  OUTSIDE,
  partOfAddress,
  type SampledProgram,
  type SamplingFacts,
} from './flat';
export { newProgramParts, type ProgramParts, sampledProgram } from './program';
export { samplingRemarks } from './remarks';
export { partOf, stackProfile } from './stacks';
export { shareTasks, taskNameOf, type TaskNames, type TaskShare } from './tasks';

export { GROUPS, inGroups, findOnlyAddress, type SampledBatch, countSwitches } from './batches';
export {
  ASLEEP,
  type FirmwareSample,
  flatProfile,
  type FlatRow,
  type LayerShare,
  NO_ADDRESS,
  OUTSIDE,
  partOfAddress,
  type SampledProgram,
  type SamplingFacts,
} from './flat';
export { newProgramParts, type ProgramParts, newSampledProgram } from './program';
export { samplingRemarks } from './remarks';
export { classifyStack, stackProfile } from './stacks';
export { shareTasks, formatTaskName, type TaskNames, type TaskShare } from './tasks';

export {
  addressText,
  ASLEEP,
  type FirmwareSample,
  type FlatProfile,
  flatProfile,
  type FlatRow,
  GROUPS,
  inGroups,
  type LayerShare,
  NO_ADDRESS,
  onlyAddressIn,
  OUTSIDE,
  partOfAddress,
  type SampledBatch,
  type SampledProgram,
} from './flat';
export { newProgramParts, type ProgramParts, sampledProgram } from './program';
export { samplingRemarks } from './remarks';
export { partOf, stackProfile } from './stacks';

export {
  addressText,
  type FirmwareSample,
  type FlatProfile,
  flatProfile,
  type FlatRow,
  type LayerShare,
  type SampledProgram,
} from './flat';
export { newProgramParts, sampledProgram } from './program';
export { partOf, stackProfile } from './stacks';

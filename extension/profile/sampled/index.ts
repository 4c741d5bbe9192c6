export {
  addressText,
  type FirmwareSample,
  type FlatProfile,
  flatProfile,
  type FlatRow,
  type LayerShare,
  type SampledProgram,
} from './flat';
export { sampledProgram } from './program';
export { stackProfile } from './stacks';

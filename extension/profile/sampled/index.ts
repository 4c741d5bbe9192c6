export {
  type FirmwareSample,
  type FlatProfile,
  flatProfile,
  type FlatRow,
  type SampledProgram,
} from './flat';
export { sampledProgram } from './program';
export { stackProfile } from './stacks';

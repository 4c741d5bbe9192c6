export { type NamedAddresses, newFlatRunProfile } from './flat';
export { type NamedStacks, newSampledRunProfile } from './sampled';
export { samplingSchema } from './sampling-schema';
export {
  formatRunProfile,
  newRunProfile,
  PROFILE_SCHEMA,
  type ProfiledOperation,
  readRunProfile,
  REPLACE_PROFILE,
  type RunProfile,
  type RunProfileReading,
} from './stored';

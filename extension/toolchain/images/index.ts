export { describeElf } from './elf-file';
export {
  declaresBenchmarks,
  type FoundManifest,
  type ImagePlace,
  imagePlaces,
  loadImage,
  passedOverNote,
} from './find';
export { readManifest } from './manifest';
export { findImageOf } from './of-target';
export {
  digestSources,
  isOutdated,
  isOwnBench,
  noteBuildEnd,
  outdatedNote,
  refuseAfterFailedBuild,
} from './outdated';

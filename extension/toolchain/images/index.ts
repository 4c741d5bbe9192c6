export { describeElf } from './elf-file';
export {
  type FoundManifest,
  type ImagePlace,
  imagePlaces,
  loadImage,
  passedOverNote,
} from './find';
export { readManifest } from './manifest';
export { findImageOf } from './of-target';
export { isOwnBench, outdatedNote } from './outdated';
export { declaresBenchmarks } from './own-sources';
export { digestSources, isOutdated } from './source-digests';

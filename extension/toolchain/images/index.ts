export { describeElf } from './elf-file';
export {
  type FoundManifest,
  type ImagePlace,
  imagePlaces,
  loadImage,
  passedOverSentence,
} from './find';
export { readManifest } from './manifest';
export { findImageOf } from './of-target';
export { isOwnBench, outdatedSentence } from './outdated';
export { declaresBenchmarks } from './own-sources';
export { digestSources, isOutdated } from './source-digests';

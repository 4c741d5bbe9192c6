export {
  declaresBenchmarks,
  describeElf,
  findImageOf,
  type FoundManifest,
  type ImagePlace,
  imagePlaces,
  loadImage,
  passedOverNote,
} from './find';
export { readManifest } from './manifest';
export {
  digestSources,
  isOutdated,
  isOwnBench,
  noteBuildEnd,
  outdatedNote,
  refuseAfterFailedBuild,
} from './outdated';

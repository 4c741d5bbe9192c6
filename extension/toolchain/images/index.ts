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
export { readRevision } from './revision';
export {
  digestSources,
  isOutdated,
  isOwnBench,
  noteBuildEnd,
  outdatedNote,
  refuseAfterFailedBuild,
} from './outdated';

export {
  declaresBenchmarks,
  describeElf,
  findTargetImage,
  type FoundManifest,
  type ImagePlace,
  imagePlaces,
  layoutFolder,
  loadImage,
  loadLayouts,
  passedOverNote,
} from './find';
export { readManifest } from './manifest';
export { elfPath } from './packed';
export { noteRevision, readProjectRevision, readRevision } from './revision';
export {
  type BuiltSources,
  digestSources,
  isOutdated,
  isOwnBench,
  isSourceChanged,
  noteBuildEnd,
  outdatedNote,
  refuseAfterFailedBuild,
} from './outdated';

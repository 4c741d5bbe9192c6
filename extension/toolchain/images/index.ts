export {
  declaresBenchmarks,
  describeElf,
  findBuildFolders,
  findTargetImage,
  type FoundManifest,
  type ImageFolder,
  listImageFolders,
  layoutFolder,
  loadImage,
  loadLayouts,
  describePassedOverImage,
} from './find';
export { readManifest } from './manifest';
export { elfPath } from './packed';
export { noteRevision, readProjectRevision, readRevision } from './revision';
export {
  type BuiltSources,
  digestSources,
  findBuiltSources,
  isOutdated,
  isOwnBench,
  isSourceChanged,
  noteBuildEnd,
  describeOutdatedImage,
  refuseAfterFailedBuild,
} from './outdated';

export { listFamilies } from './agent-sources';
export {
  CARGO_REMEDY,
  cSourcesFolder,
  findFetchedSource,
  findMappedSource,
  findSource,
  hasCSources,
  type SourceFileMap,
} from './c-sources';
export { compilerVersion } from './compiler';
export {
  buildExecutionPlugin,
  findBuiltPlugin,
  checkLicenceNames,
  executionPlugin,
  extraNames,
  extras,
  extrasNamed,
  type LicensedExtra,
  openLicences,
} from './extras';
export {
  type BuiltSources,
  declaresBenchmarks,
  describeElf,
  elfPath,
  findBuildFolders,
  findBuiltSources,
  findTargetImage,
  type FoundManifest,
  type ImageFolder,
  listImageFolders,
  isOutdated,
  isOwnBench,
  isSourceChanged,
  loadImage,
  loadLayouts,
  describeOutdatedImage,
  describePassedOverImage,
  refuseAfterFailedBuild,
} from './images';
export {
  findBuiltInPath,
  codeEndings,
  findBenches,
  languages,
  type Match,
  matchBench,
  formatBenchName,
  type SourceBench,
  sourceEndings,
  putAllLocationsFirst,
} from './languages';
export { ELSEWHERE, MOST_FILES } from './workspace';
export { fetchKernel } from './linux-kernel';
export { buildProject, type BuiltProject, removeBuilds, listProjectTargets } from './project-build';
export type { Recipe } from './recipe-types';
export { buildableTargets, firmwareTargets, findRecipe } from './recipe';
export { findWholeImage } from './recipe-ram';
export { buildImages, type BuiltImage } from './toolchain';
export { listNamedSources } from './user-sources';

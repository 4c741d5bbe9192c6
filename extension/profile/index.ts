export { type Capture, executionStep, pathLength, restoreStep, saveStep } from './capture';
export {
  type Image,
  type KernelCode,
  openImage,
  LINES_SECTION,
  listLocals,
  packLines,
  readMarks,
  STORES,
  withKernel,
} from './image';
export {
  type Cost,
  costFunctions,
  costLines,
  countLines,
  type FlameNode,
  buildFlameGraph,
  framesInOrder,
  sumInstructions,
  joinProfiles,
  type LineCost,
  countProfileSamples,
} from './figures';
export { shareFunctions } from './shares';
export { type NamedFunction, newProfile, type Profile, type Sampling } from './stacks';
export {
  type FirmwareSample,
  flatProfile,
  type FlatRow,
  type LayerShare,
  newProgramParts,
  findOnlyAddress,
  type SampledProgram,
  newSampledProgram,
  samplingRemarks,
  shareTasks,
  countSwitches,
  stackProfile,
  type TaskShare,
} from './sampled';
export {
  formatRunProfile,
  type NamedAddresses,
  type NamedStacks,
  newFlatRunProfile,
  newRunProfile,
  newSampledRunProfile,
  type ProfiledOperation,
  readRunProfile,
  REPLACE_PROFILE,
  type RunProfile,
  type RunProfileReading,
  samplingSchema,
} from './stored';
export { costLayers, type LayerCost, layersText } from './layers';
export { type ProfileFormat, profileFormats } from './formats';
export {
  computeAddedCost,
  compareProfiles,
  functionKey,
  mainChanges,
  matchSamples,
  type OperationDifference,
} from './difference';
export {
  describeCostliest,
  differenceText,
  functionsText,
  instructionsText,
  linesText,
  type SourceText,
  treeText,
} from './text';

export {
  type Capture,
  type CapturedPath,
  executionStep,
  pathLength,
  restoreStep,
  saveStep,
} from './capture';
export {
  type Image,
  type ImageMarks,
  type InlinedReading,
  type KernelCode,
  openImage,
  LINES_SECTION,
  listLocals,
  packLines,
  readMarks,
  STORES,
  withKernel,
} from './image';
export { describeCode, type ExecutedCode, indexAddresses } from './code';
export {
  type Cost,
  costFunctions,
  costLines,
  countInstructions,
  countLines,
  type FlameNode,
  buildFlameGraph,
  framesInOrder,
  type FunctionCost,
  sumInstructions,
  joinProfiles,
  type LineCost,
  countProfileSamples,
} from './figures';
export { type FunctionShares, shareFunctions } from './shares';
export {
  CLOCK_AND_LOOP,
  type NamedFunction,
  newProfile,
  type Profile,
  type Sampling,
} from './stacks';
export {
  addressText,
  type FirmwareSample,
  type FlatProfile,
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
  type NamedCapture,
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
export { costLayers, type Layer, type LayerCost, LAYERS, layersText } from './layers';
export { type ProfileFormat, profileFormats } from './formats';
export {
  computeAddedCost,
  type Change,
  type ChangedFunction,
  type ComparedLayer,
  compareOperations,
  compareProfiles,
  functionKey,
  mainChanges,
  matchSamples,
  type OperationDifference,
} from './difference';
export {
  describeCostliest,
  differenceText,
  formatFunctionChange,
  functionsText,
  instructionsText,
  linesText,
  type SourceText,
  treeText,
} from './text';

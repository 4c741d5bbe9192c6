export { describeInstructions, type InstructionsRequest } from './instructions';
export { findExecutionMarks } from './marks';
export {
  averageSamplingRate,
  type CapturedOperation,
  PROFILE_FILE,
  profileReading,
  readProfile,
  readRunAsProfiled,
  requireProfile,
  type SampledOperation,
  writeFirmwareProfile,
  writeProfile,
  withProfiledFacts,
  withSamplingRate,
  writeSampledProfile,
} from './stored';
export { captureExecution, type MeasuredExecution } from './windows';

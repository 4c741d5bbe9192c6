export { describeInstructions, type InstructionsOrder } from './instructions';
export { findExecutionMarks } from './marks';
export {
  type CapturedOperation,
  PROFILE_FILE,
  profileReading,
  readProfile,
  type SampledOperation,
  writeFirmwareProfile,
  writeProfile,
  writeSampledProfile,
} from './stored';
export { captureExecution, type MeasuredExecution } from './windows';

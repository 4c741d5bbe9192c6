export { describeInstructions, type InstructionsOrder } from './instructions';
export { marksOf } from './marks';
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
export { captureOf, type MeasuredExecution } from './windows';

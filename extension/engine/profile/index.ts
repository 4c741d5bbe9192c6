export { describeInstructions, type InstructionsOrder } from './instructions';
export { marksOf } from './marks';
export {
  type CapturedOperation,
  PROFILE_FILE,
  profileReading,
  readProfile,
  writeProfile,
} from './stored';
export { captureOf, type MeasuredExecution } from './windows';

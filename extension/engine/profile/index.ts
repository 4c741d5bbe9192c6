export { describeInstructions, type InstructionsOrder } from './instructions';
export { marksOf } from './marks';
export { type CapturedOperation, readProfile, writeProfile } from './stored';
export { captureOf, type MeasuredExecution } from './windows';

export { type Capture, type CapturedPath, executed, pathLength, restored, saved } from './capture';
export type { ImageMarks, Reading } from './image/marks';

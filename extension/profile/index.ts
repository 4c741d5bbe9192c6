export { type Capture, type CapturedPath, executed, pathLength, restored, saved } from './capture';
export { type Image, type ImageMarks, openImage, type Reading, readMarks } from './image';

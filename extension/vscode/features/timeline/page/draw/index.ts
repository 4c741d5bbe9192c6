export { drawLanes, drawRows } from './lanes';
export { drawAxis, drawCursors, drawGaps, drawGrid, drawSample, drawSegments } from './overlay';
export { type Palette, readPalette } from './palette';
export { type Backdrop, drawStrips, type Pen, type Scene } from './scene';

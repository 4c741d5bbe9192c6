import { AXIS_HEIGHT } from '../model/layout';
import { drawLanes, drawRows } from './lanes';
import { drawAxis, drawCursors, drawGaps, drawGrid, drawSample, drawSegments } from './overlay';
import type { Pen, Scene } from './scene';

/** Draws one frame. */
export function drawFrame(pen: Pen, scene: Scene): void {
  const { width, height, palette } = scene;
  pen.fillStyle = palette.background;
  pen.fillRect(0, 0, width, height);
  pen.save();
  pen.beginPath();
  pen.rect(0, AXIS_HEIGHT, width, height - AXIS_HEIGHT);
  pen.clip();
  drawRows(pen, scene);
  drawGrid(pen, scene);
  drawSegments(pen, scene);
  drawLanes(pen, scene);
  drawGaps(pen, scene);
  pen.restore();
  drawSample(pen, scene);
  drawAxis(pen, scene);
  drawCursors(pen, scene);
}

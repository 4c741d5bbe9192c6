import type { LaneWindow, TraceWindow } from '../../../../../trace';
import { tame } from '../../../../page';
import type { Lane } from '../../schemas';
import {
  AXIS_HEIGHT,
  findFirstRowBelow,
  findLastNotAbove,
  getSpanLength,
  type Row,
} from '../model';
import { barShare, hatching, isHatched } from './palette';
import { type Backdrop, type Pen, type Scene, STRIP_HEIGHT } from './scene';

/** Bars at least this wide are separated by a border, and by hatching in high contrast. */
const WIDE = 5;
/** Space below the bars of a row. */
const BELOW = 2;

/** Draws all visible lanes, coarsely where detail has not arrived yet. */
export function drawLanes(pen: Pen, scene: Scene): void {
  const { fetched, overview, view } = scene;
  const isCovered =
    fetched && fetched.window.start <= view.start && fetched.window.stop >= view.stop;
  if (overview && !isCovered) drawBackdrop(pen, scene, overview, fetched?.window);
  if (fetched) drawBackdrop(pen, scene, fetched, undefined);
}

const toX = ({ view, width }: Scene, ticks: number) =>
  ((ticks - view.start) / getSpanLength(view)) * width;

/** Draws a window except where another one covers it. */
function drawBackdrop(
  pen: Pen,
  scene: Scene,
  backdrop: Backdrop,
  except: TraceWindow | undefined,
): void {
  pen.save();
  if (except) {
    const [from, to] = [toX(scene, except.start), toX(scene, except.stop)];
    pen.beginPath();
    pen.rect(0, 0, Math.max(0, Math.min(from, scene.width)), scene.height);
    pen.rect(Math.max(0, to), 0, Math.max(0, scene.width - to), scene.height);
    pen.clip();
  }
  pen.imageSmoothingEnabled = false;
  for (const data of backdrop.window.lanes) {
    const row = scene.layout.rowsByLane.get(data.lane);
    const lane = scene.lanes[data.lane];
    if (!row || !lane || !isSeen(scene, row)) continue;
    drawDensity(pen, scene, backdrop, data, row);
    drawSpans(pen, scene, backdrop.window, data, row, lane);
  }
  drawMarks(pen, scene, backdrop.window);
  pen.restore();
}

const computeTop = ({ scrollTop }: Scene, row: Row) => AXIS_HEIGHT + row.top - scrollTop;

function isSeen(scene: Scene, row: Row): boolean {
  const top = computeTop(scene, row);
  return top + row.height > AXIS_HEIGHT && top < scene.height;
}

function drawDensity(
  pen: Pen,
  scene: Scene,
  { window, strips }: Backdrop,
  { lane }: LaneWindow,
  row: Row,
): void {
  const strip = strips?.of.get(lane);
  if (!strips || strip === undefined) return;
  const perColumn = getSpanLength(window) / window.columns;
  const first = Math.max(0, Math.floor((scene.view.start - window.start) / perColumn));
  const last = Math.min(window.columns, Math.ceil((scene.view.stop - window.start) / perColumn));
  if (last <= first) return;
  const x = toX(scene, window.start + first * perColumn);
  const right = toX(scene, window.start + last * perColumn);
  const y = computeTop(scene, row) + row.height - BELOW - STRIP_HEIGHT;
  pen.drawImage(
    strips.image,
    first,
    strip * STRIP_HEIGHT,
    last - first,
    STRIP_HEIGHT,
    x,
    y,
    right - x,
    STRIP_HEIGHT,
  );
}

/** The first pass fills bars, merging narrow neighbours; the second draws borders of wide ones. */
function drawSpans(
  pen: Pen,
  scene: Scene,
  { spans }: TraceWindow,
  { lane: number, from, to }: LaneWindow,
  row: Row,
  lane: Lane,
): void {
  const { view, palette, width } = scene;
  const scale = width / getSpanLength(view);
  const height = Math.ceil(STRIP_HEIGHT * barShare(lane));
  const y = computeTop(scene, row) + row.height - BELOW - height;
  const colour = palette.lanes[number] ?? palette.foreground;
  const first = Math.max(from, findLastNotAbove(spans.start, view.start, from, to));
  pen.fillStyle = colour;
  let open: number | undefined;
  let openEnd = 0;
  for (let index = first; index < to; index++) {
    const start = ((spans.start[index] ?? 0) - view.start) * scale;
    if (start > width) break;
    const end = Math.min(width + WIDE, ((spans.stop[index] ?? 0) - view.start) * scale);
    if (end < 0) continue;
    const left = Math.max(-WIDE, start);
    // Bars closer than half a pixel merge on the screen.
    if (open !== undefined && left - openEnd < 0.5 && end - left < 1)
      openEnd = Math.max(openEnd, end);
    else {
      if (open !== undefined) pen.fillRect(open, y, Math.max(1, openEnd - open), height);
      open = left;
      openEnd = end;
    }
  }
  if (open !== undefined) pen.fillRect(open, y, Math.max(1, openEnd - open), height);
  const wide = { first, to, y, height };
  if (palette.isHighContrast && isHatched(lane.kind)) {
    const lines = hatching(palette.hatchings, pen, lane.kind, palette.background);
    drawWide(pen, scene, spans, wide, lines, 'inside');
  }
  if (needsBorders(lane, palette.isHighContrast)) {
    const border = palette.isHighContrast ? palette.foreground : palette.background;
    drawWide(pen, scene, spans, wide, border, 'border');
  }
  if (lane.kind === 'operation') drawNames(pen, scene, spans, first, to, y + height / 2);
}

const needsBorders = ({ kind }: Lane, isHighContrast: boolean) =>
  isHighContrast || kind === 'operation' || kind === 'sample' || kind === 'block';

interface Wide {
  readonly first: number;
  readonly to: number;
  readonly y: number;
  readonly height: number;
}

/**
 * Adds hatching or a border to wide bars; otherwise touching neighbours would merge. Rectangles
 * with integer edges are far quicker than one path of many.
 */
function drawWide(
  pen: Pen,
  { view, width }: Scene,
  spans: TraceWindow['spans'],
  { first, to, y, height }: Wide,
  style: string | CanvasPattern,
  what: 'inside' | 'border',
): void {
  const scale = width / getSpanLength(view);
  pen.fillStyle = style;
  for (let index = first; index < to; index++) {
    const start = ((spans.start[index] ?? 0) - view.start) * scale;
    if (start > width) break;
    const end = Math.min(width + WIDE, ((spans.stop[index] ?? 0) - view.start) * scale);
    if (end - start < WIDE || end < 0) continue;
    const left = Math.max(-WIDE, start);
    if (what === 'inside') pen.fillRect(left, y, end - left, height);
    else {
      pen.fillRect(left, y, 1, height);
      pen.fillRect(end - 1, y, 1, height);
      pen.fillRect(left, y, end - left, 1);
      pen.fillRect(left, y + height - 1, end - left, 1);
    }
  }
}

/** Names of operations, if there is room. */
function drawNames(
  pen: Pen,
  { view, width, palette, info }: Scene,
  spans: TraceWindow['spans'],
  first: number,
  to: number,
  y: number,
): void {
  const scale = width / getSpanLength(view);
  pen.font = palette.font;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  for (let index = first; index < to; index++) {
    const start = ((spans.start[index] ?? 0) - view.start) * scale;
    if (start > width) break;
    const left = Math.max(0, start);
    const room = Math.min(width, ((spans.stop[index] ?? 0) - view.start) * scale) - left - 8;
    const name = info.operations[spans.ref[index] ?? -1]?.name;
    if (room < 24 || name === undefined) continue;
    drawLabel(pen, palette, tame(name, Math.floor(room / 6)), left + 4, y);
  }
}

/** Text with a background of its own, readable anywhere. */
export function drawLabel(
  pen: Pen,
  { background, foreground }: Scene['palette'],
  text: string,
  x: number,
  y: number,
): void {
  pen.fillStyle = background;
  pen.fillRect(x - 2, y - 7, pen.measureText(text).width + 4, 14);
  pen.fillStyle = foreground;
  pen.fillText(text, x, y + 0.5);
}

/** Points in time are diamonds; several in one place are a filled bar with a notch. */
function drawMarks(pen: Pen, scene: Scene, { marks }: TraceWindow): void {
  const { view, width, palette, layout } = scene;
  const scale = width / getSpanLength(view);
  let lane = -1;
  let row: Row | undefined;
  pen.beginPath();
  const flush = () => {
    pen.fillStyle = palette.lanes[lane] ?? palette.foreground;
    pen.fill();
    pen.beginPath();
  };
  for (let index = 0; index < marks.time.length; index++) {
    if (marks.lane[index] !== lane) {
      flush();
      lane = marks.lane[index] ?? -1;
      row = layout.rowsByLane.get(lane);
      if (row && !isSeen(scene, row)) row = undefined;
    }
    const x = ((marks.time[index] ?? 0) - view.start) * scale;
    if (!row || x < -6 || x > width + 6) continue;
    const middle = computeTop(scene, row) + row.height / 2;
    if ((marks.count[index] ?? 1) > 1) pen.rect(x - 1, middle - 7, 2, 14);
    else diamond(pen, x, middle);
  }
  flush();
}

function diamond(pen: Pen, x: number, y: number): void {
  pen.moveTo(x, y - 5);
  pen.lineTo(x + 4, y);
  pen.lineTo(x, y + 5);
  pen.lineTo(x - 4, y);
  pen.closePath();
}

/** Row backgrounds: lines between them, the selected row and those named by a sample. */
export function drawRows(pen: Pen, scene: Scene): void {
  const { layout, palette, width, height, scrollTop, lane, sample } = scene;
  const named = new Set(sample?.parts.map((part) => part.lane));
  for (let index = findFirstRowBelow(layout, scrollTop); index < layout.rows.length; index++) {
    const row = layout.rows[index];
    if (!row) break;
    const top = computeTop(scene, row);
    if (top > height) break;
    if (row.lane === lane || (row.lane >= 0 && named.has(row.lane))) {
      pen.globalAlpha = row.lane === lane ? 0.35 : 0.18;
      pen.fillStyle = palette.selection;
      pen.fillRect(0, top, width, row.height);
      pen.globalAlpha = 1;
    }
    pen.globalAlpha = palette.isHighContrast ? 0.5 : 0.6;
    pen.fillStyle = palette.grid;
    pen.fillRect(0, top + row.height - 1, width, 1);
    pen.globalAlpha = 1;
  }
}

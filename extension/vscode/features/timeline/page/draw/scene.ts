import type { TraceWindow } from '../../../../../trace';
import type { ExplainedSample, Info, Lane } from '../../schemas';
import type { Layout, Span, TickUnit } from '../model';
import { barShare, type Palette } from './palette';

/** A fetched window with its prepared drawing. */
export interface Backdrop {
  readonly window: TraceWindow;
  readonly strips: Strips | undefined;
}

/** The content of one frame. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly view: Span;
  readonly scrollTop: number;
  readonly layout: Layout;
  readonly info: Info;
  readonly lanes: readonly Lane[];
  readonly clock: TickUnit;
  readonly palette: Palette;
  readonly fetched: Backdrop | undefined;
  /** Coarse but complete: drawn where nothing better has arrived yet. */
  readonly overview: Backdrop | undefined;
  readonly lane: number | undefined;
  readonly cursor: number | undefined;
  readonly pointed: number | undefined;
  readonly measured: Span | undefined;
  readonly zooming: Span | undefined;
  readonly sample: ExplainedSample | undefined;
}

export type Pen = CanvasRenderingContext2D;

/** The image rows for one lane's density. */
export const STRIP_HEIGHT = 19;

/** Lane densities per column, drawn once per window and stretched to every frame. */
interface Strips {
  readonly image: OffscreenCanvas;
  /** The strip number of a lane. */
  readonly of: ReadonlyMap<number, number>;
}

/** Converts a colour in any notation to an image pixel. */
function toPixel(colour: string): number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!pen) return 0xff808080;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  return new Uint32Array(pen.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0;
}

/** The rows of a bar that a density fills; any activity fills at least one. */
export const countFilledRows = (density: number, rows: number): number =>
  density === 0 ? 0 : Math.max(2, Math.round((density / 255) * rows));

/** Draws a window's densities. */
export function drawStrips(
  { lanes, columns }: TraceWindow,
  all: readonly Lane[],
  palette: Palette,
): Strips | undefined {
  const dense = lanes.filter(({ density }) => density !== undefined);
  if (dense.length === 0 || columns === 0) return undefined;
  const image = new OffscreenCanvas(columns, dense.length * STRIP_HEIGHT);
  const pen = image.getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  const pixels = pen.createImageData(image.width, image.height);
  const words = new Uint32Array(pixels.data.buffer);
  const of = new Map<number, number>();
  for (const [index, { lane, density }] of dense.entries()) {
    const kind = all[lane];
    of.set(lane, index);
    if (!density || !kind) continue;
    const colour = toPixel(palette.lanes[lane] ?? palette.foreground);
    const most = Math.ceil(STRIP_HEIGHT * barShare(kind));
    fillStrip(words, density, (index + 1) * STRIP_HEIGHT, most, colour);
  }
  pen.putImageData(pixels, 0, 0);
  return { image, of };
}

/** Draws bars of a lane's densities, based on the row before `bottom`. */
function fillStrip(
  words: Uint32Array,
  density: Uint8Array,
  bottom: number,
  most: number,
  colour: number,
): void {
  const columns = density.length;
  for (let column = 0; column < columns; column++) {
    const rows = countFilledRows(density[column] ?? 0, most);
    for (let row = 1; row <= rows; row++) words[(bottom - row) * columns + column] = colour;
  }
}

import type { TraceWindow } from '../../../../../trace';
import type { ExplainedSample, Info, Lane } from '../../schemas';
import type { Clock, Layout, Span } from '../model';
import { barShare, type Palette } from './palette';

/** A fetched window and what was drawn of it beforehand. */
export interface Backdrop {
  readonly window: TraceWindow;
  readonly strips: Strips | undefined;
}

/** Everything that one frame shows. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly view: Span;
  readonly scrollTop: number;
  readonly layout: Layout;
  readonly info: Info;
  readonly lanes: readonly Lane[];
  readonly clock: Clock;
  readonly palette: Palette;
  readonly fetched: Backdrop | undefined;
  /** Coarse, but of the whole recording: shown where nothing better has come yet. */
  readonly overview: Backdrop | undefined;
  readonly lane: number | undefined;
  readonly cursor: number | undefined;
  readonly pointed: number | undefined;
  readonly measured: Span | undefined;
  readonly zooming: Span | undefined;
  readonly sample: ExplainedSample | undefined;
}

export type Pen = CanvasRenderingContext2D;

/** Rows of an image that a lane's density takes. */
export const STRIP_HEIGHT = 19;

/** How busy lanes were in each column, drawn once for a window and stretched to every frame. */
interface Strips {
  readonly image: OffscreenCanvas;
  /** Number of the strip of a lane. */
  readonly of: ReadonlyMap<number, number>;
}

/** A colour of any notation as a pixel of an image. */
function pixelOf(colour: string): number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!pen) return 0xff808080;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  return new Uint32Array(pen.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0;
}

/** How many rows of a bar a density fills: what is there at all is never invisible. */
export const filledRows = (density: number, rows: number): number =>
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
    const colour = pixelOf(palette.lanes[lane] ?? palette.foreground);
    const most = Math.ceil(STRIP_HEIGHT * barShare(kind));
    fillStrip(words, density, (index + 1) * STRIP_HEIGHT, most, colour);
  }
  pen.putImageData(pixels, 0, 0);
  return { image, of };
}

/** Bars of a lane's densities, standing on the row before `bottom`. */
function fillStrip(
  words: Uint32Array,
  density: Uint8Array,
  bottom: number,
  most: number,
  colour: number,
): void {
  const columns = density.length;
  for (let column = 0; column < columns; column++) {
    const rows = filledRows(density[column] ?? 0, most);
    for (let row = 1; row <= rows; row++) words[(bottom - row) * columns + column] = colour;
  }
}

/** A stretch of time in ticks: what the screen shows, or what a recording spans. */
export interface Span {
  readonly start: number;
  readonly stop: number;
}

/** The closest look: below it the border between two ticks would fill the screen. */
const CLOSEST = 8;

/** How long a stretch is. */
export const lengthOf = ({ start, stop }: Span): number => stop - start;

/** A view within the extent and no shorter than the closest look; its length is kept where possible. */
export function clampView({ start, stop }: Span, extent: Span): Span {
  const whole = Math.max(lengthOf(extent), CLOSEST);
  const length = Math.min(Math.max(stop - start, CLOSEST), whole);
  const middle = stop - start < CLOSEST ? (start + stop) / 2 - length / 2 : start;
  const first = Math.min(Math.max(middle, extent.start), extent.start + whole - length);
  return { start: first, stop: first + length };
}

/** The view `factor` times as long, with the moment `at` staying where it is on the screen. */
export function zoomAt(view: Span, at: number, factor: number, extent: Span): Span {
  const whole = Math.max(lengthOf(extent), CLOSEST);
  const length = Math.min(Math.max(lengthOf(view) * factor, CLOSEST), whole);
  const share = (at - view.start) / lengthOf(view);
  const start = at - share * length;
  return clampView({ start, stop: start + length }, extent);
}

/** The view moved by some ticks. */
export const panBy = ({ start, stop }: Span, ticks: number, extent: Span): Span =>
  clampView({ start: start + ticks, stop: stop + ticks }, extent);

/** A view that shows a window with room around it: `room` times its length on either side. */
export function around({ start, stop }: Span, room: number, extent: Span): Span {
  const margin = Math.max(stop - start, CLOSEST) * room;
  return clampView({ start: start - margin, stop: stop + margin }, extent);
}

/** A view of the same length that shows a moment: the same one when the moment stands well inside. */
export function reveal(view: Span, at: number, extent: Span): Span {
  const edge = lengthOf(view) * 0.05;
  if (at >= view.start + edge && at <= view.stop - edge) return view;
  const start = at - lengthOf(view) / 2;
  return clampView({ start, stop: start + lengthOf(view) }, extent);
}

/** Where a moment stands on a strip of `width` pixels. */
export const xOf = (view: Span, width: number, ticks: number): number =>
  ((ticks - view.start) / lengthOf(view)) * width;

/** The moment at a place on a strip of `width` pixels. */
export const ticksOf = (view: Span, width: number, x: number): number =>
  view.start + (x / width) * lengthOf(view);

/** Whether one stretch lies wholly inside another. */
const contains = (outer: Span, inner: Span): boolean =>
  inner.start >= outer.start && inner.stop <= outer.stop;

/** How much a turn of the wheel by `delta` pixels zooms; a pinch moves in smaller steps. */
export const wheelFactor = (delta: number, isPinch: boolean): number =>
  Math.exp(Math.min(Math.max(delta, -400), 400) * (isPinch ? 0.01 : 0.002));

/** A window that was asked for: what it spans, and at which resolution. */
export interface Asked extends Span {
  readonly pixels: number;
}

/** Fetched on either side of the view, as a share of its length. */
const AHEAD = 0.5;
/** A window is drawn as long as its columns are not coarser than this many pixels. */
const COARSEST = 1.25;
/** Nor finer: columns that share a pixel hide each other, and two views of one thing would differ. */
const FINEST = 0.8;
/** When less than this share of the view is left on a side, the next window is fetched. */
const LEAST_LEFT = 0.15;

/** The window to fetch for a view of `pixels`. */
export function windowFor(view: Span, pixels: number, extent: Span): Asked {
  const margin = lengthOf(view) * AHEAD;
  const window = {
    start: Math.max(extent.start, view.start - margin),
    stop: Math.min(Math.max(extent.stop, view.stop), view.stop + margin),
  };
  const share = lengthOf(window) / lengthOf(view);
  return { ...window, pixels: Math.max(1, Math.ceil(pixels * share - 1e-9)) };
}

/** Whether what was fetched does not fit a view any more. */
export function isUnfit(
  asked: Asked | undefined,
  view: Span,
  pixels: number,
  extent: Span,
): boolean {
  if (!asked || !contains(asked, view)) return true;
  const pixel = lengthOf(view) / pixels;
  if (lengthOf(asked) / asked.pixels > pixel * COARSEST) return true;
  // The last column is one for which a whole number had to be asked.
  if (lengthOf(asked) / (asked.pixels - 1) < pixel * FINEST) return true;
  const edge = lengthOf(view) * LEAST_LEFT;
  const wanted = clampView({ start: view.start - edge, stop: view.stop + edge }, extent);
  return !contains(asked, {
    start: Math.max(wanted.start, extent.start),
    stop: Math.min(wanted.stop, Math.max(extent.stop, asked.stop)),
  });
}

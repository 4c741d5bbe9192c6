/** A stretch of time in ticks: the visible one, or a whole recording. */
export interface Span {
  readonly start: number;
  readonly stop: number;
}

/** The highest zoom: beyond it, the border between two ticks would fill the screen. */
const CLOSEST = 8;

export const getSpanLength = ({ start, stop }: Span): number => stop - start;

/** Limits a view to the extent and the highest zoom, keeping its length if possible. */
export function clampView({ start, stop }: Span, extent: Span): Span {
  const whole = Math.max(getSpanLength(extent), CLOSEST);
  const length = Math.min(Math.max(stop - start, CLOSEST), whole);
  const middle = stop - start < CLOSEST ? (start + stop) / 2 - length / 2 : start;
  const first = Math.min(Math.max(middle, extent.start), extent.start + whole - length);
  return { start: first, stop: first + length };
}

/** Scales a view by `factor`, keeping the moment `at` in place on the screen. */
export function zoomAt(view: Span, at: number, factor: number, extent: Span): Span {
  const whole = Math.max(getSpanLength(extent), CLOSEST);
  const length = Math.min(Math.max(getSpanLength(view) * factor, CLOSEST), whole);
  const share = (at - view.start) / getSpanLength(view);
  const start = at - share * length;
  return clampView({ start, stop: start + length }, extent);
}

/** Moves a view by some ticks. */
export const panView = ({ start, stop }: Span, ticks: number, extent: Span): Span =>
  clampView({ start: start + ticks, stop: stop + ticks }, extent);

/** A view of a window with a margin of `room` times its length on either side. */
export function around({ start, stop }: Span, room: number, extent: Span): Span {
  const margin = Math.max(stop - start, CLOSEST) * room;
  return clampView({ start: start - margin, stop: stop + margin }, extent);
}

/** A view of the same length that shows a moment: unchanged if the moment is well inside. */
export function reveal(view: Span, at: number, extent: Span): Span {
  const edge = getSpanLength(view) * 0.05;
  if (at >= view.start + edge && at <= view.stop - edge) return view;
  const start = at - getSpanLength(view) / 2;
  return clampView({ start, stop: start + getSpanLength(view) }, extent);
}

/** The position of a moment on a strip of `width` pixels. */
export const toStripX = (view: Span, width: number, ticks: number): number =>
  ((ticks - view.start) / getSpanLength(view)) * width;

/** The moment at a position on a strip of `width` pixels. */
export const toTicks = (view: Span, width: number, x: number): number =>
  view.start + (x / width) * getSpanLength(view);

const contains = (outer: Span, inner: Span): boolean =>
  inner.start >= outer.start && inner.stop <= outer.stop;

/** The zoom factor for turning the wheel by `delta` pixels; a pinch moves in smaller steps. */
export const wheelFactor = (delta: number, isPinch: boolean): number =>
  Math.exp(Math.min(Math.max(delta, -400), 400) * (isPinch ? 0.01 : 0.002));

/** A requested window: its span and its resolution. */
export interface Asked extends Span {
  readonly pixels: number;
}

/** Fetched on either side of the view, as a share of its length. */
const AHEAD = 0.5;
/** A window is drawn while its columns are not coarser than this many pixels. */
const COARSEST = 1.25;
/** Nor finer: columns in one pixel hide each other, and two views of one thing would differ. */
const FINEST = 0.8;
/** The next window is fetched when less than this share of the view is left on a side. */
const LEAST_LEFT = 0.15;

/** The window to fetch for a view of `pixels`. */
export function chooseWindow(view: Span, pixels: number, extent: Span): Asked {
  const margin = getSpanLength(view) * AHEAD;
  const window = {
    start: Math.max(extent.start, view.start - margin),
    stop: Math.min(Math.max(extent.stop, view.stop), view.stop + margin),
  };
  const share = getSpanLength(window) / getSpanLength(view);
  return { ...window, pixels: Math.max(1, Math.ceil(pixels * share - 1e-9)) };
}

/** True if what was fetched no longer fits a view. */
export function isUnfit(
  asked: Asked | undefined,
  view: Span,
  pixels: number,
  extent: Span,
): boolean {
  if (!asked || !contains(asked, view)) return true;
  const pixel = getSpanLength(view) / pixels;
  if (getSpanLength(asked) / asked.pixels > pixel * COARSEST) return true;
  // The last column may exist only because the requested pixels were rounded up.
  if (getSpanLength(asked) / (asked.pixels - 1) < pixel * FINEST) return true;
  const edge = getSpanLength(view) * LEAST_LEFT;
  const wanted = clampView({ start: view.start - edge, stop: view.stop + edge }, extent);
  return !contains(asked, {
    start: Math.max(wanted.start, extent.start),
    stop: Math.min(wanted.stop, Math.max(extent.stop, asked.stop)),
  });
}

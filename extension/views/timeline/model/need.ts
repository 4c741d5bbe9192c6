import { clampView, contains, lengthOf, type Span } from './viewport';

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

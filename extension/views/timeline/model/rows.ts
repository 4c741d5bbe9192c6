/** Rows of a long list that are worth having in the document. */
export interface RowWindow {
  readonly first: number;
  readonly count: number;
}

/** No list asks for more rows at a time. */
export const MOST_ROWS = 500;

/** Rows kept ready above and below what is seen. */
const SPARE = 20;

/** The rows of a list of `total` that a scrolled viewport needs. */
export function rowsToShow(
  scrollTop: number,
  height: number,
  rowHeight: number,
  total: number,
): RowWindow {
  const seen = Math.ceil(height / rowHeight) + 1;
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE);
  const count = Math.min(seen + 2 * SPARE, MOST_ROWS, total - first);
  return { first, count: Math.max(0, count) };
}

/** No element may be higher: browsers stop counting pixels beyond. */
const HIGHEST = 8_000_000;

/**
 * How a list of any length lies on a strip that a browser can still scroll: beyond the highest
 * element one pixel of the scroll bar stands for several.
 */
export function scrolled(total: number, rowHeight: number, viewport: number) {
  const real = total * rowHeight;
  const height = Math.min(real, HIGHEST);
  const stretch = height > viewport ? Math.max(0, real - viewport) / (height - viewport) : 1;
  return {
    height,
    /** The place in the whole list of a place of the scroll bar. */
    placeOf: (scrollTop: number) => scrollTop * stretch,
    /** The place of the scroll bar that shows a place in the whole list. */
    scrollTopOf: (place: number) => place / stretch,
  };
}

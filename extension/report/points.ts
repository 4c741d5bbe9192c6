/** A point of an operation's history, as the view shows it. */
export interface PackedPoint {
  /** The entry in the history's commits. */
  readonly commit: number;
  /** The sources differed from the commit. */
  readonly isDirty: boolean;
  readonly figure: number;
  readonly margin: number | undefined;
  /** The entry in the history's lists of runs. */
  readonly runs: number;
}

/** Bytes of a packed point: a figure, its margin, its commit with a bit for changed sources, and its runs. */
const WIDTH = 8 + 4 + 4 + 4;

/** The columns of packed points, the widest first. */
function viewColumns(bytes: ArrayBuffer) {
  const count = Math.floor(bytes.byteLength / WIDTH);
  return {
    figures: new Float64Array(bytes, 0, count),
    /** NaN is none. */
    margins: new Float32Array(bytes, 8 * count, count),
    commits: new Uint32Array(bytes, 12 * count, count),
    runs: new Uint32Array(bytes, 16 * count, count),
  };
}

/**
 * Packs points, with the entry of each one's runs; margins keep seven digits. The 100,000 of a long history would otherwise take longer to copy and to
 * check than to read.
 */
export function packPoints<Point extends Omit<PackedPoint, 'runs'>>(
  points: readonly Point[],
  getRuns: (point: Point) => number,
): ArrayBuffer {
  const bytes = new ArrayBuffer(WIDTH * points.length);
  const columns = viewColumns(bytes);
  for (const [at, point] of points.entries()) {
    const { commit, isDirty, figure, margin = NaN } = point;
    columns.figures[at] = figure;
    columns.margins[at] = margin;
    columns.commits[at] = 2 * commit + Number(isDirty);
    columns.runs[at] = getRuns(point);
  }
  return bytes;
}

/** Unpacks points. */
export function unpackPoints(bytes: ArrayBuffer): PackedPoint[] {
  const { figures, margins, commits, runs } = viewColumns(bytes);
  return Array.from(figures, (figure, at) => {
    const [margin = NaN, commit = 0] = [margins[at], commits[at]];
    return {
      commit: Math.floor(commit / 2),
      isDirty: commit % 2 === 1,
      figure,
      margin: Number.isNaN(margin) ? undefined : margin,
      runs: runs[at] ?? 0,
    };
  });
}

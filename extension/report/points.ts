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

/** Numbers of a packed point. */
const WIDTH = 5;

/**
 * Packs points as 64-bit floats; NaN is no margin. The 100,000 of a long history would otherwise take longer to
 * copy and to check than to read.
 */
export function packPoints(points: readonly PackedPoint[]): ArrayBuffer {
  const numbers = new Float64Array(WIDTH * points.length);
  points.forEach(({ commit, isDirty, figure, margin = NaN, runs }, at) =>
    numbers.set([commit, Number(isDirty), figure, margin, runs], WIDTH * at),
  );
  return numbers.buffer;
}

/** Unpacks points. */
export function unpackPoints(bytes: ArrayBuffer): PackedPoint[] {
  const count = Math.floor(bytes.byteLength / 8 / WIDTH);
  const numbers = new Float64Array(bytes, 0, count * WIDTH);
  return Array.from({ length: count }, (_, at) => {
    const own = numbers.subarray(WIDTH * at, WIDTH * (at + 1));
    const [commit = 0, isDirty = 0, figure = NaN, margin = NaN, runs = 0] = own;
    const known = Number.isNaN(margin) ? undefined : margin;
    return { commit, isDirty: isDirty === 1, figure, margin: known, runs };
  });
}

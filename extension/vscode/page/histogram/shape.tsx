/** Bins of a small histogram. */
export interface ShapeBins {
  readonly counts: readonly number[];
  readonly ticked?: readonly number[] | undefined;
}

/** A histogram the size of a word; the figures beside it give the values. */
export function Shape({
  counts,
  ticked = [],
  width = 108,
  height = 24,
}: ShapeBins & {
  readonly width?: number;
  readonly height?: number;
}) {
  const tallest = Math.max(1, ...counts);
  const step = width / Math.max(12, counts.length);
  const left = (width - step * counts.length) / 2;
  return (
    <svg class="shape" width={width} height={height} aria-hidden="true">
      {counts.map((count, at) => {
        if (count === 0) return null;
        const tall = Math.max(2, (count / tallest) * height);
        const isTicked = (ticked[at] ?? 0) === count;
        return (
          <rect
            key={at}
            class={isTicked ? 'ticked' : 'quiet'}
            x={left + at * step}
            y={height - tall}
            width={Math.max(1.5, step - 0.75)}
            height={tall}
          />
        );
      })}
    </svg>
  );
}

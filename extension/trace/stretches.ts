import { createF64Column, createU32Column } from '../base';

/** Stretches in the order of time that do not overlap, such as the windows of samples. */
export interface Stretches {
  readonly count: number;
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /** The number of what each represents. */
  readonly ref: Uint32Array;
  /** Ticks of all stretches before every 64th one. */
  readonly before: Float64Array;
}

const STRIDE_BITS = 6;
const STRIDE = 1 << STRIDE_BITS;

/** Collects stretches; each must begin at or after the end of the previous one. */
export function newStretches() {
  const start = createF64Column();
  const stop = createF64Column();
  const ref = createU32Column();
  return {
    push(from: number, to: number, what: number): void {
      start.push(from);
      stop.push(to);
      ref.push(what);
    },
    value: () => sealStretches(start.values(), stop.values(), ref.values()),
  };
}

function sealStretches(start: Float64Array, stop: Float64Array, ref: Uint32Array): Stretches {
  const count = ref.length;
  const before = new Float64Array((count >>> STRIDE_BITS) + 1);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (i % STRIDE === 0) before[i >>> STRIDE_BITS] = sum;
    sum += (stop[i] ?? 0) - (start[i] ?? 0);
  }
  if (count % STRIDE === 0) before[count >>> STRIDE_BITS] = sum;
  return { count, start, stop, ref, before };
}

/** The index of the first of ascending values above `limit`. */
export function findFirstAbove(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? Infinity) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Ticks of all stretches before a moment. */
export function ticksBefore(stretches: Stretches, moment: number): number {
  const { start, stop, before } = stretches;
  const begun = findFirstAbove(start, moment);
  let sum = before[begun >>> STRIDE_BITS] ?? 0;
  for (let i = begun & -STRIDE; i < begun; i++) {
    sum += Math.min(stop[i] ?? 0, moment) - (start[i] ?? 0);
  }
  return sum;
}

import { describe, expect, it } from 'vitest';
import type { TraceWindow } from '../../../../../trace/window';
import { gapAt, hitAt, findLastNotAbove } from './hit';

const data: TraceWindow = {
  start: 0,
  stop: 1000,
  columns: 10,
  lanes: [
    { lane: 3, from: 0, to: 2, density: undefined },
    { lane: 5, from: 2, to: 3, density: Uint8Array.of(0, 255, 51, 0, 0, 0, 0, 0, 0, 0) },
  ],
  spans: {
    start: Float64Array.of(100, 300, 500),
    stop: Float64Array.of(200, 400, 600),
    ref: Uint32Array.of(7, 8, 9),
  },
  marks: {
    lane: Uint16Array.of(4, 4),
    time: Float64Array.of(100, 120),
    count: Uint32Array.of(1, 3),
    event: Uint32Array.of(11, 12),
  },
  gaps: {
    core: Uint16Array.of(1),
    start: Float64Array.of(700),
    stop: Float64Array.of(800),
    packets: Uint32Array.of(42),
  },
};

describe('the item under the pointer', () => {
  it('is the span that contains the moment', () => {
    expect(hitAt(data, 3, 350, 0)).toEqual({ is: 'span', start: 300, stop: 400, ref: 8 });
    expect(hitAt(data, 3, 250, 0)).toBeUndefined();
  });

  it('is a nearby span, too, unless another one contains the moment', () => {
    expect(hitAt(data, 3, 296, 5)).toMatchObject({ ref: 8 });
    expect(hitAt(data, 3, 205, 5)).toMatchObject({ ref: 7 });
    expect(hitAt(data, 3, 199, 150)).toMatchObject({ ref: 7 });
  });

  it('is not a span of another lane', () => {
    expect(hitAt(data, 3, 550, 0)).toBeUndefined();
    expect(hitAt(data, 5, 550, 0)).toMatchObject({ ref: 9 });
  });

  it('is how busy the lane was if nothing can be distinguished', () => {
    expect(hitAt(data, 5, 250, 0)).toEqual({ is: 'density', share: 0.2 });
    expect(hitAt(data, 5, 50, 0)).toBeUndefined();
  });

  it('is the nearest mark', () => {
    expect(hitAt(data, 4, 112, 20)).toEqual({ is: 'marks', time: 120, count: 3, event: 12 });
    expect(hitAt(data, 4, 200, 20)).toBeUndefined();
  });

  it('is a loss of packets on its core', () => {
    expect(gapAt(data, 1, 750, 0)).toEqual({ start: 700, stop: 800, packets: 42 });
    expect(gapAt(data, 0, 750, 0)).toBeUndefined();
  });

  it('is found in sorted numbers', () => {
    expect(findLastNotAbove([1, 3, 5], 4, 0, 3)).toBe(1);
    expect(findLastNotAbove([1, 3, 5], 0, 0, 3)).toBe(-1);
    expect(findLastNotAbove([1, 3, 5], 9, 1, 3)).toBe(2);
  });
});

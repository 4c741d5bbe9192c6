import { describe, expect, it } from 'vitest';
import type { Bar } from './bars';
import { limitZoom, findDraggedRange, keyZoom, nextBar, whole } from './moves';

const bar = (low: number): Bar => ({
  x: low,
  width: 1,
  height: 1,
  quietHeight: 1,
  count: 1,
  ticked: 0,
  values: { low, high: low },
});
const bars = [10, 20, 30].map(bar);
const axis = { range: { low: 0, high: 99 }, scale: 'linear', width: 1000 } as const;

describe('keys on a histogram', () => {
  it('move from bar to bar and stop at the ends', () => {
    expect(nextBar('ArrowRight', undefined, bars)).toBe(0);
    expect(nextBar('ArrowRight', 2, bars)).toBe(2);
    expect(nextBar('ArrowLeft', undefined, bars)).toBe(2);
    expect(nextBar('ArrowLeft', 0, bars)).toBe(0);
    expect([nextBar('Home', 2, bars), nextBar('End', 0, bars)]).toEqual([0, 2]);
    expect(nextBar('Tab', 1, bars)).toBeUndefined();
  });

  it('zoom around the selected bar', () => {
    expect(keyZoom('+', bar(20), { low: 0, high: 40 })).toEqual({ low: 10, high: 30 });
    expect(keyZoom('-', undefined, { low: 10, high: 20 })).toEqual({ low: 5, high: 25 });
    expect(keyZoom('0', undefined, { low: 10, high: 20 })).toBe(whole);
    expect(keyZoom('x', undefined, { low: 10, high: 20 })).toBeUndefined();
  });
});

describe('a drag', () => {
  it('selects the values between its ends, in either direction', () => {
    expect(findDraggedRange(100, 300, axis)).toEqual({ low: 10, high: 29 });
    expect(findDraggedRange(300, 100, axis)).toEqual({ low: 10, high: 29 });
  });

  it('is a click if it is short', () => {
    expect(findDraggedRange(100, 102, axis)).toBeUndefined();
  });
});

describe('a zoom', () => {
  it('stays within the values, and ends if it covers them all', () => {
    expect(limitZoom({ low: -10, high: 50 }, { low: 0, high: 99 })).toEqual({ low: 0, high: 50 });
    expect(limitZoom({ low: -10, high: 200 }, { low: 0, high: 99 })).toBeUndefined();
    expect(limitZoom({ low: 150, high: 200 }, { low: 0, high: 99 })).toBeUndefined();
  });
});

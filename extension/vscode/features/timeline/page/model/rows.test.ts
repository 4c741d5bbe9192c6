import { describe, expect, it } from 'vitest';
import { MOST_ROWS, rowsToShow, makeStrip } from '../parts/events';

describe('rows of a long list', () => {
  it('requests what is visible and a little more', () => {
    expect(rowsToShow(0, 200, 20, 1000)).toEqual({ first: 0, count: 51 });
    expect(rowsToShow(10_000, 200, 20, 1000)).toEqual({ first: 480, count: 51 });
  });

  it('never requests more than there are, nor more than the limit', () => {
    expect(rowsToShow(19_900, 200, 20, 1000)).toEqual({ first: 975, count: 25 });
    expect(rowsToShow(0, 1e6, 20, 1e7).count).toBe(MOST_ROWS);
    expect(rowsToShow(0, 200, 20, 0)).toEqual({ first: 0, count: 0 });
  });

  it('reaches the first and the last of fifty million rows', () => {
    const total = 50_000_000;
    const list = makeStrip(total, 20, 400);
    expect(list.height).toBeLessThan(10_000_000);
    expect(list.toOffset(0)).toBe(0);
    expect(list.toOffset(list.height - 400)).toBeCloseTo(total * 20 - 400);
    expect(list.toOffset(list.toScrollTop(123_456_789))).toBeCloseTo(123_456_789, 3);
  });

  it('scrolls short lists pixel by pixel', () => {
    expect(makeStrip(100, 20, 400).toOffset(77)).toBe(77);
  });
});

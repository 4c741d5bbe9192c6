import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnfit, windowFor } from './need';
import { clampView } from './viewport';

const extent = { start: 0, stop: 1_000_000 };
const view = { start: 400_000, stop: 500_000 };

describe('what a view fetches', () => {
  it('is the view with room to pan on either side, at the same resolution', () => {
    expect(windowFor(view, 1000, extent)).toEqual({ start: 350_000, stop: 550_000, pixels: 2000 });
  });

  it('ends with the recording', () => {
    expect(windowFor({ start: 0, stop: 1000 }, 100, extent)).toEqual({
      start: 0,
      stop: 1500,
      pixels: 150,
    });
  });

  it('is enough for the view that it was fetched for, wherever that is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 4000 }),
        (start, length, pixels) => {
          const any = clampView({ start, stop: start + length }, extent);
          expect(isUnfit(windowFor(any, pixels, extent), any, pixels, extent)).toBe(false);
        },
      ),
    );
  });

  it('is enough while the view moves a little, and too little before the view leaves it', () => {
    const asked = windowFor(view, 1000, extent);
    const moved = (by: number) => ({ start: view.start + by, stop: view.stop + by });
    expect(isUnfit(asked, moved(20_000), 1000, extent)).toBe(false);
    expect(isUnfit(asked, moved(40_000), 1000, extent)).toBe(true);
  });

  it('is too coarse once the view is zoomed in', () => {
    const asked = windowFor(view, 1000, extent);
    expect(isUnfit(asked, { start: 440_000, stop: 460_000 }, 1000, extent)).toBe(true);
    expect(isUnfit(undefined, view, 1000, extent)).toBe(true);
  });

  it('is too fine once there is less room for it: columns would hide each other', () => {
    const asked = windowFor(view, 1000, extent);
    expect(isUnfit(asked, view, 900, extent)).toBe(false);
    expect(isUnfit(asked, view, 500, extent)).toBe(true);
  });
});

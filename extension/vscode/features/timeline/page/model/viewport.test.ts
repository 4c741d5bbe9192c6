import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  around,
  clampView,
  isUnfit,
  getSpanLength,
  panView,
  reveal,
  toTicks,
  wheelFactor,
  chooseWindow,
  toStripX,
  zoomAt,
} from './viewport';

describe('viewport', () => {
  const extent = { start: 100, stop: 1_000_100 };

  const anyView = fc
    .tuple(fc.integer({ min: 100, max: 999_000 }), fc.integer({ min: 8, max: 900_000 }))
    .map(([start, length]) => clampView({ start, stop: start + length }, extent));

  const isWithin = ({ start, stop }: { start: number; stop: number }) =>
    start >= extent.start - 1e-6 && stop <= extent.stop + 1e-6;

  describe('the view of a time line', () => {
    it('keeps the moment under the pointer in place while zooming', () => {
      const view = { start: 400_000, stop: 600_000 };
      const zoomed = zoomAt(view, 450_000, 0.5, extent);
      expect(getSpanLength(zoomed)).toBe(100_000);
      expect(toStripX(zoomed, 1000, 450_000)).toBeCloseTo(toStripX(view, 1000, 450_000));
    });

    it('never leaves the recording, however it is zoomed and moved', () => {
      fc.assert(
        fc.property(
          anyView,
          fc.double({ min: 0.001, max: 1000, noNaN: true }),
          fc.double({ min: -2e6, max: 2e6, noNaN: true }),
          (view, factor, ticks) => {
            const moved = panView(zoomAt(view, view.start, factor, extent), ticks, extent);
            expect(isWithin(moved)).toBe(true);
            expect(getSpanLength(moved)).toBeGreaterThanOrEqual(8 - 1e-6);
          },
        ),
      );
    });

    it('keeps its length when it is moved against an end', () => {
      const view = { start: 900_000, stop: 1_000_000 };
      expect(panView(view, 500_000, extent)).toEqual({ start: 900_100, stop: 1_000_100 });
    });

    it('does not become shorter than a few ticks', () => {
      expect(getSpanLength(zoomAt({ start: 200, stop: 300 }, 250, 1e-9, extent))).toBeCloseTo(8);
    });

    it('shows a recording of one moment as a few ticks', () => {
      const point = { start: 5, stop: 5 };
      expect(getSpanLength(clampView(point, point))).toBe(8);
    });

    it('gives a window room on either side', () => {
      expect(around({ start: 5000, stop: 6000 }, 1, extent)).toEqual({ start: 4000, stop: 7000 });
    });

    it('stays if the moment to show is inside, and centres it otherwise', () => {
      const view = { start: 1000, stop: 2000 };
      expect(reveal(view, 1500, extent)).toBe(view);
      expect(reveal(view, 9000, extent)).toEqual({ start: 8500, stop: 9500 });
    });

    it('maps positions to moments and back', () => {
      fc.assert(
        fc.property(anyView, fc.double({ min: 0, max: 1500, noNaN: true }), (view, x) => {
          expect(toStripX(view, 1500, toTicks(view, 1500, x))).toBeCloseTo(x, 3);
        }),
      );
    });

    it('zooms in as far as out for opposite turns, and limits a single turn', () => {
      expect(wheelFactor(120, false) * wheelFactor(-120, false)).toBeCloseTo(1);
      expect(wheelFactor(1e9, false)).toBe(wheelFactor(400, false));
    });
  });
});

describe('need', () => {
  const extent = { start: 0, stop: 1_000_000 };
  const view = { start: 400_000, stop: 500_000 };

  describe('the window that a view requests', () => {
    it('is the view with room to pan on either side, at the same resolution', () => {
      expect(chooseWindow(view, 1000, extent)).toEqual({
        start: 350_000,
        stop: 550_000,
        pixels: 2000,
      });
    });

    it('ends with the recording', () => {
      expect(chooseWindow({ start: 0, stop: 1000 }, 100, extent)).toEqual({
        start: 0,
        stop: 1500,
        pixels: 150,
      });
    });

    it('is sufficient for the view that it was requested for, wherever that is', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 1_000_000 }),
          fc.integer({ min: 1, max: 1_000_000 }),
          fc.integer({ min: 1, max: 4000 }),
          (start, length, pixels) => {
            const any = clampView({ start, stop: start + length }, extent);
            expect(isUnfit(chooseWindow(any, pixels, extent), any, pixels, extent)).toBe(false);
          },
        ),
      );
    });

    it('is sufficient while the view moves a little, and insufficient before the view leaves it', () => {
      const asked = chooseWindow(view, 1000, extent);
      const moveView = (by: number) => ({ start: view.start + by, stop: view.stop + by });
      expect(isUnfit(asked, moveView(20_000), 1000, extent)).toBe(false);
      expect(isUnfit(asked, moveView(40_000), 1000, extent)).toBe(true);
    });

    it('is too coarse once the view is zoomed in', () => {
      const asked = chooseWindow(view, 1000, extent);
      expect(isUnfit(asked, { start: 440_000, stop: 460_000 }, 1000, extent)).toBe(true);
      expect(isUnfit(undefined, view, 1000, extent)).toBe(true);
    });

    it('is too fine once there is less room for it: columns would hide each other', () => {
      const asked = chooseWindow(view, 1000, extent);
      expect(isUnfit(asked, view, 900, extent)).toBe(false);
      expect(isUnfit(asked, view, 500, extent)).toBe(true);
    });
  });
});

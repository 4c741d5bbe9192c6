import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAxis, niceStep } from '../draw/overlay';
import type { TickUnit } from './clock';

const time: TickUnit = { kind: 'time', nanosecondsPerTick: 1 };
const count: TickUnit = { kind: 'count', perTick: 1, unit: 'instr' };
const labels = (start: number, stop: number, clock: TickUnit) =>
  buildAxis({ start, stop }, 600, clock).ticks.map(({ label }) => label);

describe('the time axis', () => {
  it('steps by 1, 2 and 5 times a power of ten', () => {
    expect([0.7, 1, 1.1, 3, 7, 120].map(niceStep)).toEqual([1, 1, 2, 5, 10, 200]);
  });

  it('labels moments in one unit', () => {
    expect(labels(0, 1_000_000, time)).toEqual([
      '0 µs',
      '200 µs',
      '400 µs',
      '600 µs',
      '800 µs',
      '1,000 µs',
    ]);
  });

  it('counts instructions if the recording does', () => {
    expect(labels(0, 10_000, count)).toEqual([
      '0 instr',
      '2,000 instr',
      '4,000 instr',
      '6,000 instr',
      '8,000 instr',
      '10,000 instr',
    ]);
  });

  it('shows moments relative to a base if they would be too long to read', () => {
    const axis = buildAxis({ start: 12_345_678_100, stop: 12_345_679_100 }, 600, time);
    expect(axis.base).toBe('12.345678 s');
    expect(axis.ticks[0]?.label).toBe('+200 ns');
  });

  it('has lines within the view, spaced apart, each with a unique label', () => {
    const views = fc.tuple(
      fc.double({ min: 0, max: 1e12, noNaN: true }),
      fc.double({ min: 8, max: 1e12, noNaN: true }),
      fc.constantFrom(time, count),
    );
    fc.assert(
      fc.property(views, ([start, length, clock]) => {
        const view = { start, stop: start + length };
        const { ticks } = buildAxis(view, 1000, clock);
        expect(ticks.length).toBeLessThanOrEqual(11);
        expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
        const positions = ticks.map((tick) => ((tick.ticks - start) / length) * 1000);
        expect(positions.every((x) => x > -1 && x < 1001)).toBe(true);
        for (let i = 1; i < positions.length; i++) {
          expect(positions[i]! - positions[i - 1]!).toBeGreaterThan(100);
        }
      }),
    );
  });
});

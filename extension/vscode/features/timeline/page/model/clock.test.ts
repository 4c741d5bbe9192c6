import { describe, expect, it } from 'vitest';
import { formatFixed, formatDuration, formatTicks, parseMoment, type TickUnit } from './clock';

const time: TickUnit = { kind: 'time', nanosecondsPerTick: 40 };
const count: TickUnit = { kind: 'count', perTick: 40, unit: 'instr' };

describe('moments and durations', () => {
  it('writes durations in the unit that keeps them readable', () => {
    expect(formatDuration(time, 1)).toBe('40 ns');
    expect(formatDuration(time, 31)).toBe('1.240 µs');
    expect(formatDuration(time, 25_000)).toBe('1 ms');
    expect(formatDuration(time, 50_000_001)).toBe('2.000 s');
  });

  it('never calls counts a time', () => {
    expect(formatDuration(count, 2500)).toBe('100,000 instr');
    expect(formatTicks(count, 2500)).toBe('100,000 instr');
  });

  it('writes moments with enough digits to distinguish adjacent ticks', () => {
    expect(formatTicks(time, 25_000_001)).toBe('1.00000004 s');
    expect(formatTicks(time, 25_000_002)).toBe('1.00000008 s');
  });

  it('has no negative zero', () => {
    expect(formatFixed(-0.001, 1)).toBe('0.0');
    expect(formatFixed(-1234.5, 1)).toBe('-1,234.5');
  });

  it('reads what a user types', () => {
    expect(parseMoment(time, '1 ms')).toBe(25_000);
    expect(parseMoment(time, '1,000us')).toBe(25_000);
    expect(parseMoment(time, '2')).toBe(50_000_000);
    expect(parseMoment(time, '77 ticks')).toBe(77);
    expect(parseMoment(count, '100,000')).toBe(2500);
    expect(parseMoment(count, '100000 instructions')).toBe(2500);
  });

  it('rejects what is not a moment, and times without a clock', () => {
    expect(parseMoment(time, 'soon')).toBeUndefined();
    expect(parseMoment(time, '')).toBeUndefined();
    expect(parseMoment(time, '1.2.3 ms')).toBeUndefined();
    expect(parseMoment(count, '3 ms')).toBeUndefined();
  });
});

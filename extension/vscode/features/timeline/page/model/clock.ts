import { formatNumber } from '../../../../../measure';
import type { Info } from '../../schemas';

/** The unit of ticks: time, or counts of something else. */
export type TickUnit =
  | { readonly kind: 'time'; readonly nanosecondsPerTick: number }
  | { readonly kind: 'count'; readonly perTick: number; readonly unit: string };

/** A unit of an axis: its name, and its size in the clock's smallest unit. */
export interface AxisUnit {
  readonly size: number;
  readonly name: string;
}

const TIMES: readonly AxisUnit[] = [
  { size: 1, name: 'ns' },
  { size: 1e3, name: 'µs' },
  { size: 1e6, name: 'ms' },
  { size: 1e9, name: 's' },
];

/** Nanoseconds or counts per tick. */
export const unitsPerTick = (clock: TickUnit): number =>
  clock.kind === 'time' ? clock.nanosecondsPerTick : clock.perTick;

/** The largest unit not above a value; counts have only one. */
export function chooseAxisUnit(clock: TickUnit, value: number): AxisUnit {
  if (clock.kind === 'count') return { size: 1, name: clock.unit };
  const size = Math.abs(value);
  return TIMES.findLast((scale) => scale.size <= size) ?? { size: 1, name: 'ns' };
}

/** Formats a number with a fixed count of decimals and a comma between thousands. */
export function formatFixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  const [whole = '', rest] = text.split('.');
  const sign = value < 0 && Number(text) !== 0 ? '-' : '';
  return `${sign}${formatNumber(Number(whole))}${rest === undefined ? '' : `.${rest}`}`;
}

/** Formats a duration in a readable unit, with at most three decimals. */
export function formatDuration(clock: TickUnit, ticks: number): string {
  const value = ticks * unitsPerTick(clock);
  const { size, name } = chooseAxisUnit(clock, value);
  const scaled = value / size;
  const decimals = Number.isInteger(scaled) || clock.kind === 'count' ? 0 : 3;
  return `${formatFixed(scaled, decimals)} ${name}`;
}

/** A moment, exact to the tick: in seconds, milliseconds or microseconds with all digits. */
export function formatTicks(clock: TickUnit, ticks: number): string {
  const value = ticks * unitsPerTick(clock);
  const { size, name } = chooseAxisUnit(clock, value);
  if (clock.kind === 'count') return `${formatFixed(value, 0)} ${name}`;
  const finest = Math.min(clock.nanosecondsPerTick, 1e3);
  const decimals = Math.max(0, Math.ceil(Math.log10(size / finest)));
  return `${formatFixed(value / size, Math.min(decimals, 9))} ${name}`;
}

const MOMENT = /^([-+]?[\d.,\s]*\d[\d.,\s]*)(ns|µs|us|ms|s|[a-z]+)?$/i;

/** Parses a typed moment such as `12.5 ms` or `1,930`; undefined if it is invalid. */
export function parseMoment(clock: TickUnit, text: string): number | undefined {
  const [, digits, unit] = MOMENT.exec(text.trim()) ?? [];
  const value = Number(digits?.replace(/[,\s]/g, ''));
  if (digits === undefined || !Number.isFinite(value)) return undefined;
  if (unit?.toLowerCase() === 'ticks') return value;
  const size = findUnitSize(clock, unit?.toLowerCase());
  return size === undefined ? undefined : (value * size) / unitsPerTick(clock);
}

function findUnitSize(clock: TickUnit, unit: string | undefined): number | undefined {
  if (clock.kind === 'time') {
    return TIMES.find(({ name }) => name === (unit === 'us' ? 'µs' : (unit ?? 's')))?.size;
  }
  return unit === undefined || clock.unit.startsWith(unit) || unit.startsWith(clock.unit)
    ? 1
    : undefined;
}

/** The clock of a recording. */
export function toTickUnit({ unit, ratio: [numerator, denominator] }: Info['clock']): TickUnit {
  const perTick = numerator / denominator;
  if (unit === 's') return { kind: 'time', nanosecondsPerTick: perTick * 1e9 };
  if (unit === 'ns') return { kind: 'time', nanosecondsPerTick: perTick };
  return { kind: 'count', perTick, unit: unit === 'instructions' ? 'instr' : unit };
}

/** Formats an amount that already is in the clock's unit. */
export const formatAmount = (clock: TickUnit, amount: number): string =>
  formatDuration(clock, amount / unitsPerTick(clock));

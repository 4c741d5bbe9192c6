import type { PublishedColumn, PublishedRow, PublishedUnit } from './model';

const NANOSECONDS: Readonly<Partial<Record<PublishedUnit, number>>> = {
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
};

/** Converts a published figure to a unit of measured figures; undefined for ratios and rates. */
export function inClockUnit({
  value,
  unit,
}: PublishedRow): { value: number; unit: 'cycles' | 'ns' } | undefined {
  if (unit === 'cycles') return { value, unit };
  const scale = NANOSECONDS[unit];
  return scale === undefined ? undefined : { value: value * scale, unit: 'ns' };
}

/** Converts a published figure to time; cycles by the column's core clock. */
export function publishedNanoseconds(
  { system }: PublishedColumn,
  row: PublishedRow,
): number | undefined {
  const figure = inClockUnit(row);
  if (figure?.unit !== 'cycles') return figure?.value;
  return system === undefined ? undefined : (figure.value * 1e9) / system.coreHz;
}

/** Units that a clock's ticks are converted to. */
export const CLOCK_UNITS = ['instructions', 'cycles', 'ns'] as const;
export type ClockUnit = (typeof CLOCK_UNITS)[number];

/** A time source with the exact ratio from its ticks to its unit. */
export interface Clock {
  readonly name: string;
  readonly hz: number;
  readonly unit: ClockUnit;
  readonly ratio: readonly [numerator: number, denominator: number];
  /** The smallest step, in the unit, if the measured values show one. */
  readonly step?: number | undefined;
}

const SHORT_UNITS: Readonly<Record<ClockUnit, string>> = {
  instructions: 'instr',
  cycles: 'cycles',
  ns: 'ns',
};

/** Returns the unit's short form, used beside a figure. */
export function shortUnit(unit: ClockUnit): string {
  return SHORT_UNITS[unit];
}

/** Lists implausible properties of a clock; empty if it can be used to convert figures. */
export function clockProblems(
  unit: string,
  hz: number,
  ratio: readonly [number, number],
): string[] {
  const problems: string[] = [];
  if (!CLOCK_UNITS.some((known) => known === unit)) problems.push(`unknown clock unit "${unit}"`);
  if (!isCount(hz) || hz === 0) problems.push(`a clock of ${hz} Hz`);
  if (!ratio.every((part) => isCount(part) && part > 0)) {
    problems.push(`a clock ratio of ${ratio.join('/')}`);
  }
  return problems;
}

/** Builds a clock from an agent's facts, or nothing if they are implausible. */
export function makeClock(
  name: string,
  unit: string,
  hz: number,
  ratio: readonly [number, number],
): Clock | undefined {
  const known = CLOCK_UNITS.find((candidate) => candidate === unit);
  if (known === undefined || clockProblems(unit, hz, ratio).length > 0) return undefined;
  return { name, hz, unit: known, ratio };
}

/** Converts ticks to the clock's unit, rounded half up without floating-point error. */
export function toUnit(ticks: number, ratio: Clock['ratio']): number {
  const num = ratio[0];
  const den = ratio[1];
  const doubled = 2 * ticks * num + den;
  if (doubled <= Number.MAX_SAFE_INTEGER) return Math.floor(doubled / (2 * den));
  const [bigNum, bigDen] = [BigInt(num), BigInt(den)];
  return Number((BigInt(ticks) * bigNum * 2n + bigDen) / (bigDen * 2n));
}

/** Converts all ticks to the clock's unit, in order. */
export function toUnits(ticks: Uint32Array, ratio: Clock['ratio']): Float64Array {
  const units = new Float64Array(ticks.length);
  for (let i = 0; i < ticks.length; i += 1) units[i] = toUnit(ticks[i] ?? 0, ratio);
  return units;
}

/** Returns the clock's units per second. */
export function unitsPerSecond({ hz, ratio: [num, den] }: Clock): number {
  return (hz * num) / den;
}

/**
 * Converts a figure to nanoseconds; nothing for instructions, whose duration the emulator makes up.
 */
export function toNanoseconds(value: number, clock: Clock): number | undefined {
  if (clock.unit === 'instructions') return undefined;
  return (value * 1e9) / unitsPerSecond(clock);
}

/** Returns the clock's units per kernel tick period. */
export function tickDensity(clock: Clock, tickHz: number): number | undefined {
  return tickHz > 0 ? unitsPerSecond(clock) / tickHz : undefined;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

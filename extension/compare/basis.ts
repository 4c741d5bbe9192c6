import { type ClockUnit, shortUnit } from '../agent';
import { formatPercent } from '../measure';
import type { Subject, UnitScale } from './subject';

/** The unit in which two subjects are compared: a shared one, or time. */
export interface Basis {
  readonly unit: ClockUnit;
  /** Factors that convert each side's figures into that unit. */
  readonly factors: readonly [first: number, second: number];
  /** The error of both rates by which figures are converted, as a part of the ratio. */
  readonly rateError?: number;
  readonly notes: readonly string[];
}

/** Finds the basis on which two subjects may be compared, or the reason why there is none. */
export function findBasis(first: Subject, second: Subject): Basis | { readonly why: string } {
  const launch = [
    first.facts['launch_context'] ?? '',
    second.facts['launch_context'] ?? '',
  ] as const;
  if (launch[0] !== launch[1] && launch.every((context) => context !== '')) {
    return { why: `launched from ${launch[0]} and from ${launch[1]}, which are never mixed` };
  }
  if (first.scale.unit === second.scale.unit) {
    const notes = [...coreNote(first, second), ...clockNote(first.scale, second.scale)];
    return { unit: first.scale.unit, factors: [1, 1], notes };
  }
  return timeBasis(first.scale, second.scale);
}

function timeBasis(first: UnitScale, second: UnitScale): ReturnType<typeof findBasis> {
  const units = `${first.unit} against ${second.unit}`;
  const factors = [nanoseconds(first), nanoseconds(second)] as const;
  const [one, other] = factors;
  if (one !== undefined && other !== undefined) {
    const rateError = (first.rateError ?? 0) + (second.rateError ?? 0);
    const sure =
      rateError > 0 ? `, by a rate that was measured to ±${formatPercent(rateError)}` : '';
    const notes = [`${units}: compared in time${sure}`];
    return { unit: 'ns', factors: [one, other], rateError, notes };
  }
  if (first.unit === 'instructions' || second.unit === 'instructions') {
    return { why: `${units}: only the shape can be compared` };
  }
  return { why: `${units}, and the rate of a clock is not known` };
}

function nanoseconds({ unit, unitsPerSecond }: UnitScale): number | undefined {
  if (unit === 'ns') return 1;
  if (unit === 'instructions' || unitsPerSecond === undefined) return undefined;
  return unitsPerSecond > 0 ? 1e9 / unitsPerSecond : undefined;
}

function coreNote(first: Subject, second: Subject): string[] {
  const cores = [first.facts['core'], second.facts['core']];
  if (first.scale.unit !== 'instructions' || cores[0] === cores[1]) return [];
  const names = cores.map((core) => core ?? 'an unknown core').join(' against ');
  return [`instructions of different cores (${names}): a ratio of counts, not of time`];
}

function clockNote(first: UnitScale, second: UnitScale): string[] {
  const [one, other] = [first.unitsPerSecond, second.unitsPerSecond];
  if (first.unit !== 'cycles' || one === undefined || other === undefined || one === other) {
    return [];
  }
  const rates = [one, other].map((rate) => `${rate / 1e6} MHz`).join(' against ');
  const factor = (one / other).toFixed(3);
  return [`${shortUnit('cycles')} of ${rates}: in time the ratio is ${factor} times this one`];
}

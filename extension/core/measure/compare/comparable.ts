import { type ClockUnit, shortUnit } from '../clock';
import type { Scale, Subject } from './subject';

/** In what two subjects are compared: the unit they share, or time. */
export interface Basis {
  readonly unit: ClockUnit;
  /** What turns the figures of each side into that unit. */
  readonly factors: readonly [first: number, second: number];
  readonly notes: readonly string[];
}

/** The basis on which two subjects may be compared, or why there is none. */
export function basisOf(first: Subject, second: Subject): Basis | { readonly why: string } {
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

function timeBasis(first: Scale, second: Scale): ReturnType<typeof basisOf> {
  const units = `${first.unit} against ${second.unit}`;
  const factors = [nanoseconds(first), nanoseconds(second)] as const;
  const [one, other] = factors;
  if (one !== undefined && other !== undefined) {
    return { unit: 'ns', factors: [one, other], notes: [`${units}: compared in time`] };
  }
  if (first.unit === 'instructions' || second.unit === 'instructions') {
    return { why: `${units}: only the shape can be compared` };
  }
  return { why: `${units}, and the rate of a clock is not known` };
}

function nanoseconds({ unit, unitsPerSecond }: Scale): number | undefined {
  if (unit === 'ns') return 1;
  if (unit === 'instructions' || unitsPerSecond === undefined) return undefined;
  return unitsPerSecond > 0 ? 1e9 / unitsPerSecond : undefined;
}

function coreNote(first: Subject, second: Subject): string[] {
  const cores = [first.facts['core'], second.facts['core']];
  if (first.scale.unit !== 'instructions' || cores[0] === cores[1]) return [];
  const told = cores.map((core) => core ?? 'an unknown core').join(' against ');
  return [`instructions of different cores (${told}): a ratio of counts, not of time`];
}

function clockNote(first: Scale, second: Scale): string[] {
  const [one, other] = [first.unitsPerSecond, second.unitsPerSecond];
  if (first.unit !== 'cycles' || one === undefined || other === undefined || one === other) {
    return [];
  }
  const rates = [one, other].map((rate) => `${rate / 1e6} MHz`).join(' against ');
  const factor = (one / other).toFixed(3);
  return [`${shortUnit('cycles')} of ${rates}: in time the ratio is ${factor} times this one`];
}

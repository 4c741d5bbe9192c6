import { type ClockUnit, shortUnit } from '../measure/clock';
import type { Column } from '../measure/compare/column';
import { type MatchedSubjects, matchSubjects } from '../measure/compare/match';
import { type Scale, type Subject, subjectsOf } from '../measure/compare/subject';
import type { Distribution } from '../measure/distribution';
import { valueOf } from '../measure/figure';
import type { SplitSamples } from '../measure/split-histogram';
import { samplesOf } from '../results/rows';

/** What one column has to draw of an operation. */
export interface ComparedSamples {
  /** The unit of the axis: of columns that share time, nanoseconds. */
  readonly unit: string;
  readonly samples: SplitSamples;
  readonly mean: number | undefined;
}

/** The operations of columns beside each other, in the order in which a comparison has them. */
export function matchedSubjects(columns: readonly Column[]): readonly MatchedSubjects[] {
  return matchSubjects(columns.map((column) => subjectsOf(column, 'headline')));
}

/** The samples of one operation, on as few axes as its units allow. */
export function comparedSamples(subjects: MatchedSubjects): (ComparedSamples | undefined)[] {
  const known = subjects.flatMap((subject) => subject?.scale ?? []);
  return subjects.map((subject) => subject && drawn(subject, axisOf(subject.scale, known)));
}

interface Axis {
  readonly unit: ClockUnit;
  readonly factor: number;
}

/** Cycles of different clocks, or cycles beside time, meet in time where each clock's rate is known. */
function axisOf(scale: Scale, all: readonly Scale[]): Axis {
  const own = { unit: scale.unit, factor: 1 };
  if (all.every(({ unit }) => unit === scale.unit)) return own;
  const { unitsPerSecond } = scale;
  if (scale.unit !== 'cycles' || unitsPerSecond === undefined || unitsPerSecond <= 0) return own;
  const isTimed = all.some(({ unit }) => unit === 'ns');
  return isTimed ? { unit: 'ns', factor: 1e9 / unitsPerSecond } : own;
}

function drawn({ measured, mean }: Subject, { unit, factor }: Axis): ComparedSamples {
  const value = valueOf(mean);
  const { quiet, ticked } = measured ? samplesOf(measured.row) : { quiet: [], ticked: [] };
  return {
    unit: shortUnit(unit),
    samples: { quiet: inWhole(quiet, factor), ticked: inWhole(ticked, factor) },
    mean: value === undefined ? undefined : value * factor,
  };
}

/** Values in another unit, rounded to whole ones: histograms are of whole numbers. */
function inWhole(distribution: Distribution, factor: number): Distribution {
  if (factor === 1) return distribution;
  const whole = new Map<number, number>();
  for (const [value, count] of distribution) {
    const moved = Math.round(value * factor);
    whole.set(moved, (whole.get(moved) ?? 0) + count);
  }
  return [...whole];
}

import { valueOf } from '../figure';
import { type Basis, basisOf } from './comparable';
import { compareFigures, NO_RATIO, type PairOptions } from './figures';
import type { Judged, Outcome, RatioFigures } from './outcome';
import type { Interval } from './ratio';
import type { MeasuredSubject, Subject } from './subject';
import { judgeRatio, RUNS_NEEDED } from './verdict';

/** Compares one operation with the baseline's. */
export function comparePair(first: Subject, second: Subject, options: PairOptions): Outcome {
  const basis = basisOf(first, second);
  if ('why' in basis) return { kind: 'not comparable', why: basis.why };
  if (first.measured === undefined || second.measured === undefined) {
    return compareMeans(first, second, basis);
  }
  return compareMeasured(first.measured, second.measured, basis, options);
}

function compareMeans(first: Subject, second: Subject, basis: Basis): Outcome {
  const [one, other] = [valueOf(first.mean), valueOf(second.mean)];
  if (one === undefined || other === undefined) {
    return { kind: 'not comparable', why: `there is no mean: ${missingMean(first, second)}` };
  }
  const ratio = (other * basis.factors[1]) / (one * basis.factors[0]);
  if (!(one > 0 && other > 0)) return { kind: 'not comparable', why: NO_RATIO };
  const told = [first, second]
    .filter(({ measured }) => !measured)
    .flatMap(({ doubts, notes = [] }) => [...doubts, ...notes]);
  return { kind: 'mean only', ratio, unit: basis.unit, notes: [...basis.notes, ...told] };
}

function missingMean(...subjects: readonly Subject[]): string {
  const reasons = subjects.flatMap(({ mean, doubts }) => {
    if ('value' in mean) return [];
    return doubts.length > 0 ? doubts : [mean.insufficient];
  });
  return reasons.join('; ');
}

function compareMeasured(
  first: MeasuredSubject,
  second: MeasuredSubject,
  basis: Basis,
  options: PairOptions,
): Judged {
  const notes = [...basis.notes, ...countNotes(first, second), ...unsteadyNotes(first, second)];
  const doubts = [...doubtsOf(first), ...doubtsOf(second)];
  if (doubts.length > 0) return inconclusive(doubts, notes);
  const figures = compareFigures(first, second, basis, options);
  if ('why' in figures) return inconclusive([figures.why], notes);
  const few = fewRuns([first, second], figures);
  if (few.length > 0) return { ...inconclusive(few, notes), figures };
  const verdict = judgeRatio(figures.mean, figures.delta, figures.noise ?? 0);
  const reasons = verdict === 'inconclusive' ? [reasonOf(figures.mean.interval)] : [];
  return { kind: 'judged', verdict, reasons, notes, figures };
}

function reasonOf(interval: Interval | undefined): string {
  return interval === undefined
    ? 'some resampled means are not above zero'
    : 'the interval reaches across delta and the change is larger than the spread between runs';
}

function inconclusive(reasons: readonly string[], notes: readonly string[]): Judged {
  const figures = undefined;
  return {
    kind: 'judged',
    verdict: 'inconclusive',
    reasons: [...new Set(reasons)],
    notes,
    figures,
  };
}

function doubtsOf({ row }: MeasuredSubject): string[] {
  if (row.standing === 'ok') return [];
  return row.reasons.length > 0 ? [...row.reasons] : [row.standing];
}

function fewRuns(sides: readonly MeasuredSubject[], { runs }: RatioFigures): string[] {
  const counts = runs.filter((count, at) => !sides[at]?.isExact && count < RUNS_NEEDED);
  if (counts.length === 0) return [];
  const fewest = Math.min(...counts);
  return [`${plural(fewest)} on a side, not ${RUNS_NEEDED}: their spread is unknown`];
}

function plural(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}

function countNotes(first: MeasuredSubject, second: MeasuredSubject): string[] {
  const counts = [
    ['iterations', first.requested, second.requested],
    ['warm-up executions', first.warmup, second.warmup],
  ] as const;
  return counts.flatMap(([name, one, other]) =>
    one === other ? [] : [`${one} against ${other} ${name}`],
  );
}

function unsteadyNotes(...sides: readonly MeasuredSubject[]): string[] {
  const isAny = sides.some(({ isUnsteady }) => isUnsteady);
  return isAny ? ['runs of a target that repeats exactly differ: compared by resampling'] : [];
}

import * as v from 'valibot';
import {
  distributionSchema,
  PERCENTILES,
  samplesNeeded,
  thinText,
  valueSchema,
} from '../../measure';
import type { ImportedOperation, ImportedRun, ImportFormat, ImportResult } from './imported';
import { namesakeNote, findNamesake } from './namesakes';

/** An operation found by a format's reader, under that tool's own names. */
export type FoundOperation = Omit<ImportedOperation, 'repeat' | 'doubts' | 'notes'> & {
  readonly doubts?: readonly string[];
  readonly notes?: readonly string[];
};

/** Everything found by a format's reader. */
export interface Findings {
  readonly unit: ImportedRun['unit'];
  readonly facts: Readonly<Record<string, string>>;
  readonly found: readonly FoundOperation[];
  readonly problems: readonly string[];
}

/** Renames, numbers and checks what was found; a text without operations is no run. */
export function collect(
  format: ImportFormat,
  { unit, facts, found, problems }: Findings,
): ImportResult {
  if (found.length === 0) {
    return {
      imported: undefined,
      problems: [...problems, `${format.title}: no results were found.`],
    };
  }
  const seen = new Map<string, number>();
  const operations = found.map(measurable).map((each): ImportedOperation => {
    const named = rename(format, each);
    const key = JSON.stringify([named.suite, named.op]);
    const repeat = seen.get(key) ?? 0;
    seen.set(key, repeat + 1);
    const doubts = [...(each.doubts ?? []), ...figureDoubts(each, unit)];
    return { ...named, repeat, doubts: [...new Set(doubts)], notes: listNotes(named) };
  });
  return { imported: { format: format.id, unit, facts: { ...facts }, operations }, problems };
}

/** Leaves out numbers that nothing can have measured, and casts doubt on the rest. */
function measurable(found: FoundOperation): FoundOperation {
  const isSound = (value: unknown) => typeof value !== 'number' || v.is(valueSchema, value);
  const { distribution, percentiles = {} } = found;
  const wrong = [
    ...Object.entries({ ...percentiles, ...found }).flatMap(([name, value]) =>
      isSound(value) ? [] : [name],
    ),
    ...(distribution && !v.is(distributionSchema, distribution) ? ['distribution'] : []),
  ];
  if (wrong.length === 0) return found;
  const kept = Object.entries(found).filter(([name]) => !wrong.includes(name));
  return {
    ...(Object.fromEntries(kept) as FoundOperation),
    percentiles: Object.fromEntries(
      Object.entries(percentiles).filter(([name]) => !wrong.includes(name)),
    ),
    doubts: [...(found.doubts ?? []), `too large for anything measured: ${wrong.join(', ')}`],
  };
}

function rename(format: ImportFormat, found: FoundOperation): FoundOperation {
  const namesake = findNamesake(format, found.originalName);
  if (namesake === undefined) return found;
  const { suite, op } = namesake;
  const notes = [namesakeNote(format, found.originalName, namesake), ...(found.notes ?? [])];
  return { ...found, suite, op, notes };
}

function listNotes({ notes = [], percentiles = {}, samples }: FoundOperation): string[] {
  const thin = PERCENTILES.filter(
    (name) => percentiles[name] !== undefined && samplesNeeded(name) > (samples ?? Infinity),
  );
  return [...notes, ...thin.map((name) => thinText(name, samples ?? 0))];
}

/** The figures that are checked against each other. */
export type CheckedFigures = Pick<
  ImportedOperation,
  'mean' | 'trimmedMean' | 'min' | 'max' | 'stddev' | 'percentiles' | 'samples' | 'total'
>;

type Named = readonly [name: string, value: number];

const COUNTER = 2 ** 32;
// Zephyr's benchmarks average over one of these counts and do not report which.
const USUAL_EXECUTIONS = [100, 1_000];
// The operation itself and counter wraps shift the average slightly from the exact quotient.
const NEAR = 0.02;
// Tools that subtract a fractional overhead round it differently for the mean and for its bounds.
const ROUNDING = 1;

/** Finds contradictions in figures: each is a reason not to trust them. */
export function figureDoubts(figures: CheckedFigures, unit: ImportedRun['unit']): string[] {
  const { mean, trimmedMean, stddev, total, samples } = figures;
  const rising = orderFigures(figures);
  const named = [...rising, ...single('mean', mean), ...single('trimmed mean', trimmedMean)];
  return [
    ...[...named, ...single('stddev', stddev), ...single('total', total)].flatMap(reportNegative),
    ...named.flatMap(reportZero),
    ...rising.flatMap((higher, index) => reportFalling(rising[index - 1], higher)),
    ...reportMeanOutside('mean', mean, figures),
    ...reportMeanOutside('trimmed mean', trimmedMean, figures),
    ...named.flatMap((each) => findWraps(each, [1])),
    ...(unit === 'cycles' && mean !== undefined
      ? findWraps(['mean', mean], [...USUAL_EXECUTIONS, ...(samples ? [samples] : [])])
      : []),
  ];
}

/** The bounds and percentiles in their expected rising order. */
function orderFigures({ min, max, percentiles = {} }: CheckedFigures): Named[] {
  const between = Object.entries(percentiles).sort(([a], [b]) => share(a) - share(b));
  return [...single('min', min), ...between, ...single('max', max)];
}

function share(name: string): number {
  return Number(name.replace(/^p/, ''));
}

function single(name: string, value: number | undefined): Named[] {
  return value === undefined ? [] : [[name, value]];
}

function reportNegative([name, value]: Named): string[] {
  return value < 0 ? [`${name} is negative: ${value}`] : [];
}

function reportZero([name, value]: Named): string[] {
  return value === 0 ? [`${name} is 0: the clock may not have moved`] : [];
}

function reportFalling(lower: Named | undefined, [name, value]: Named): string[] {
  return lower !== undefined && lower[1] - value >= ROUNDING
    ? [`${lower[0]} ${lower[1]} is above ${name} ${value}`]
    : [];
}

function reportMeanOutside(
  name: string,
  mean: number | undefined,
  { min, max }: CheckedFigures,
): string[] {
  if (mean === undefined) return [];
  const middle: Named = [name, mean];
  return [
    ...(min === undefined ? [] : reportFalling(['min', min], middle)),
    ...(max === undefined ? [] : reportFalling(middle, ['max', max])),
  ];
}

function findWraps([name, value]: Named, executions: readonly number[]): string[] {
  const divisor = executions.find((n) => Math.abs((value * n) / COUNTER - 1) <= NEAR);
  if (divisor === undefined) return [];
  const quotient = divisor === 1 ? '2^32' : `2^32 / ${divisor}`;
  return [`${name} ${value} is close to ${quotient}: the counter may have run backwards`];
}

import { mean, sum } from '../../published/derived';
import type { PublishedMake, PublishedPart } from '../../published';
import { groupBy } from '../group';
import type { Own } from './own';

type Value = Extract<Own, { kind: 'value' }>;
type Parts = readonly (readonly [PublishedPart, Own])[];

/** The six totals of a composite, of which some are sums of parts. */
const TOTALS = 6;

/** A mean of less than this share of its points would say little about the others. */
const LEAST = 1 / 2;

/**
 * A figure made of several. A sum needs all of them; a mean of some says which it lacks, because
 * a document's largest points may be more than a target can do.
 */
export function together(rule: PublishedMake['rule'], parts: Parts): Own {
  const values = parts.flatMap(([, own]) => (own.kind === 'value' ? [own] : []));
  const [first] = values;
  if (rule === 'composite' && first !== undefined && first.unit !== 'µs') {
    const why = 'instructions are no time: an emulated target has no k Rhealstones/s';
    return { kind: 'refused', why };
  }
  const isWhole = values.length === parts.length;
  const isEnough = isWhole || (rule === 'mean' && values.length >= LEAST * parts.length);
  if (first === undefined || !isEnough) return absence(parts);
  if (values.some(({ unit }) => unit !== first.unit)) {
    return { kind: 'refused', why: 'made of figures in different units' };
  }
  const numbers = values.map(({ value }) => value);
  const lacks = parts.flatMap(([part, own]) => (own.kind === 'value' ? [] : [part]));
  if (rule === 'composite') return composite(sum(numbers));
  return { ...first, value: rule === 'sum' ? sum(numbers) : mean(numbers), lacks };
}

/** A thousand over the mean of the six totals in microseconds. */
function composite(total: number): Own {
  const value = 1000 / (total / TOTALS);
  return { kind: 'value', value, unit: 'k Rhealstones/s', lacks: [] };
}

function absence(parts: Parts): Own {
  const refused = parts.map(([, own]) => own).find(({ kind }) => kind === 'refused');
  if (refused !== undefined) return refused;
  const missing = parts.flatMap(([, own]) => (own.kind === 'missing' ? [own] : []));
  return {
    kind: 'missing',
    target: missing[0]?.target ?? '',
    parts: missing.flatMap((own) => own.parts),
  };
}

/** By how many per cent a figure differs from a base. */
export function changeOf(own: Own, base: Own): Own {
  return related(own, base, '%', (value, from) => (100 * (value - from)) / from);
}

/** By how much a figure differs from a base, in their unit. */
export function differenceOf(own: Own, base: Own): Own {
  return related(own, base, undefined, (value, from) => value - from);
}

/** How many times a base a figure is. */
export function ratioOf(own: Own, base: Own): Own {
  return related(own, base, 'x', (value, from) => value / from);
}

function related(
  own: Own,
  base: Own,
  unit: string | undefined,
  formula: (value: number, base: number) => number,
): Own {
  if (own.kind !== 'value') return own;
  if (base.kind !== 'value') return base;
  if (own.unit !== base.unit) {
    return { kind: 'refused', why: `${own.unit} and ${base.unit} have no ratio` };
  }
  if (gaps(own) !== gaps(base)) return { kind: 'refused', why: 'means of different points' };
  const value = formula(own.value, base.value);
  if (!Number.isFinite(value)) return { kind: 'refused', why: 'nothing can be divided by zero' };
  return { kind: 'value', value, unit: unit ?? own.unit, lacks: own.lacks };
}

/** What a mean lacks, however many threads it was measured with. */
function gaps({ lacks }: Value): string {
  return gapText(lacks);
}

/** The parts that a mean lacks, at any number of threads: `sort/quick size=1000,10000`. */
export function gapText(lacks: readonly PublishedPart[]): string {
  const byOp = Array.from(
    groupBy(lacks, ({ op }) => op),
    ([op, parts]) => {
      const sizes = new Set(parts.flatMap(({ params }) => params['size'] ?? []));
      return [op, [...sizes].join(',')] as const;
    },
  );
  const bySizes = groupBy(byOp, ([, sizes]) => sizes);
  return Array.from(bySizes, ([sizes, ops]) => {
    return `${ops.map(([op]) => op).join(' and ')} size=${sizes}`;
  }).join(', ');
}

import { groupBy, sumNumbers } from '../../base';
import { formatNumber } from '../../measure';
import { mean, pointText, type PublishedMake, type PublishedPart } from '../../runs';

type Parts = readonly (readonly [PublishedPart, Own])[];

/** The number of totals in a composite; some are sums of parts. */
const TOTALS = 6;

/** Combines a figure only if all its parts are present: otherwise it would be of other points. */
export function together(rule: PublishedMake['rule'], parts: Parts): Own {
  const values = parts.flatMap(([, own]) => (own.kind === 'value' ? [own] : []));
  const [first] = values;
  if (rule === 'composite' && first !== undefined && first.unit !== 'µs') {
    const why = 'instructions are not time: an emulated target has no k Rhealstones/s';
    return { kind: 'refused', why };
  }
  if (first === undefined || values.length < parts.length) return absence(parts);
  if (values.some(({ unit }) => unit !== first.unit)) {
    return { kind: 'refused', why: 'made of figures in different units' };
  }
  const numbers = values.map(({ value }) => value);
  const margin = combineMargins(values, sumNumbers);
  const notes = [...new Set(values.flatMap((own) => own.notes ?? []))];
  if (rule === 'composite') return { ...composite(sumNumbers(numbers), margin), notes };
  const samples = sumNumbers(values.map((own) => own.samples ?? 0));
  const repeats = Math.min(...values.map((own) => own.repeats ?? 1));
  const [value, divisor] =
    rule === 'sum' ? [sumNumbers(numbers), 1] : [mean(numbers), numbers.length];
  const ofIt = margin === undefined ? undefined : margin / divisor;
  return { kind: 'value', value, unit: first.unit, margin: ofIt, samples, repeats, notes };
}

/**
 * The margin of a figure made of others. What drifts on a machine meets all parts of a run alike, so
 * margins add up: squares would only where the parts were independent. Undefined if all parts are
 * exact, or if one of them was measured once.
 */
function combineMargins(
  parts: readonly Extract<Own, { kind: 'value' }>[],
  combine: (margins: readonly number[]) => number,
): number | undefined {
  const isUnknown = parts.some(({ margin, unit }) => margin === undefined && !isExactUnit(unit));
  if (isUnknown || parts.every(({ margin }) => margin === undefined)) return undefined;
  return combine(parts.map(({ margin = 0 }) => margin));
}

/** True for the unit of an emulated core, whose figures repeat exactly. */
export function isExactUnit(unit: string): boolean {
  return unit.startsWith('instr');
}

/** Adds a note to a figure. */
export function withNote(own: Own, note: string | undefined): Own {
  if (own.kind !== 'value' || note === undefined) return own;
  return { ...own, notes: [...(own.notes ?? []), note] };
}

/** A thousand over the mean of the six totals in microseconds. */
function composite(total: number, margin: number | undefined): Extract<Own, { kind: 'value' }> {
  const value = 1000 / (total / TOTALS);
  const ofIt = margin === undefined ? undefined : (value * margin) / total;
  return { kind: 'value', value, unit: 'k Rhealstones/s', margin: ofIt };
}

/** Without any part, the way to measure it; otherwise what is missing, or why. */
function absence(parts: Parts): Own {
  const refused = parts.map(([, own]) => own).find(({ kind }) => kind === 'refused');
  const missing = parts.flatMap(([, own]) => (own.kind === 'missing' ? [own] : []));
  const isPartial = missing.length < parts.length && sweptNames(parts).length > 0;
  const why = isPartial ? explainPartial(parts) : undefined;
  const [first] = missing;
  if (why !== undefined && first === undefined) return { kind: 'refused', why };
  if (refused !== undefined && why === undefined) return refused;
  return {
    kind: 'missing',
    target: first?.target ?? '',
    parts: missing.flatMap((own) => own.parts),
    ...(why !== undefined && { why }),
  };
}

/** `2 of 10 points are missing: 100,000 and 1,000,000 (not measured) of sort/quick`. */
function explainPartial(parts: Parts): string {
  const names = sweptNames(parts);
  const lacking = parts.filter(([, { kind }]) => kind !== 'value');
  const byOp = groupBy(lacking, ([{ op }, { kind }]) => `${op} ${kind}`);
  const alike = groupBy(byOp.values(), (all) => {
    const state = all.some(([, { kind }]) => kind === 'missing')
      ? 'not measured'
      : 'without a figure';
    return `${joinWords(all.map(([{ params }]) => formatPoint(params, names)))} (${state})`;
  });
  const reasons = Array.from(alike, ([points, ops]) => {
    return `${points} of ${joinWords(ops.flatMap(([first]) => first?.[0].op ?? []))}`;
  });
  const verb = lacking.length === 1 ? 'is' : 'are';
  return `${lacking.length} of ${parts.length} points ${verb} missing: ${reasons.join('; ')}`;
}

/** The parameters in which the parts of a figure differ. */
function sweptNames(parts: Parts): string[] {
  const names = new Set(parts.flatMap(([{ params }]) => Object.keys(params)));
  return [...names].filter((name) => new Set(parts.map(([{ params }]) => params[name])).size > 1);
}

function formatPoint(params: PublishedPart['params'], names: readonly string[]): string {
  const swept = Object.entries(params).filter(([name]) => names.includes(name));
  const [[, value] = ['', 0]] = swept;
  return swept.length === 1 ? formatNumber(value) : pointText(Object.fromEntries(swept));
}

function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** A figure's difference from a base, in per cent. */
export function computeChange(own: Own, base: Own): Own {
  return relateFigures(own, base, '%', {
    value: (value, from) => (100 * (value - from)) / from,
    margin: (value, from, ofValue, ofFrom) => 100 * quotientMargin(value, from, ofValue, ofFrom),
  });
}

/** A figure's difference from a base, in their unit. */
export function subtractFigures(own: Own, base: Own): Own {
  return relateFigures(own, base, undefined, {
    value: (value, from) => value - from,
    margin: (_, __, ofValue, ofFrom) => ofValue + ofFrom,
  });
}

/** A figure as a multiple of a base. */
export function divideFigures(own: Own, base: Own): Own {
  return relateFigures(own, base, 'x', {
    value: (value, from) => value / from,
    margin: quotientMargin,
  });
}

/** To first order, as margins are small where a ratio means anything. */
function quotientMargin(value: number, from: number, ofValue: number, ofFrom: number): number {
  return (ofValue + (Math.abs(value) * ofFrom) / Math.abs(from)) / Math.abs(from);
}

/** A figure made of two others, and its margin made of theirs. */
interface Formula {
  readonly value: (value: number, base: number) => number;
  readonly margin: (value: number, base: number, ofValue: number, ofBase: number) => number;
}

function relateFigures(own: Own, base: Own, unit: string | undefined, formula: Formula): Own {
  if (own.kind !== 'value') return own;
  if (base.kind !== 'value') return base;
  if (own.unit !== base.unit) {
    return { kind: 'refused', why: `${own.unit} and ${base.unit} have no ratio` };
  }
  const value = formula.value(own.value, base.value);
  if (!Number.isFinite(value)) return { kind: 'refused', why: 'nothing can be divided by zero' };
  const margin = combineMargins([own, base], ([ofOwn = 0, ofBase = 0]) =>
    formula.margin(own.value, base.value, ofOwn, ofBase),
  );
  const notes = [...new Set([...(own.notes ?? []), ...(base.notes ?? [])])];
  return { kind: 'value', value, unit: unit ?? own.unit, margin, notes };
}

/** The user's figure for a published one, or the reason why there is none. */
export type Own =
  | {
      readonly kind: 'value';
      readonly value: number;
      readonly unit: string;
      /**
       * Half of its 95 % interval; for a computed figure an upper bound of that. Absent if it is exact
       * or was measured once.
       */
      readonly margin?: number | undefined;
      /** The samples behind it. */
      readonly samples?: number | undefined;
      /** In how many repeats they were measured. */
      readonly repeats?: number | undefined;
      readonly notes?: readonly string[] | undefined;
    }
  | { readonly kind: 'refused'; readonly why: string }
  | {
      readonly kind: 'missing';
      readonly target: string;
      readonly parts: readonly PublishedPart[];
      /** Identifies these parts of a figure, if there are others. */
      readonly why?: string;
    };

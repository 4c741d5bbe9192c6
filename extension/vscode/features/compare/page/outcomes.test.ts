import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../../../compare/outcome';
import type { ComparisonOperation, ComparisonOutcome } from '../../../../report/comparison/model';
import { SIGNS } from '../../../page/verdict';
import { placeRatio, ratioScale } from './operations';
import {
  byChange,
  countVerdicts,
  hasRatios,
  passesFilter,
  findSharedReason,
  type Verdict,
} from './outcomes';

const makeOutcome = (
  verdict: Verdict,
  value?: number,
  word: string = verdict,
): ComparisonOutcome => ({
  kind: 'judged',
  verdict,
  word,
  reasons: [],
  notes: [],
  figures:
    value === undefined
      ? undefined
      : {
          unit: 'ns',
          from: 'samples',
          delta: 0.02,
          runs: [5, 5],
          decidedBy: 'mean',
          ratio: { value, interval: { low: value * 0.9, high: value * 1.1 } },
        },
});
const fromZero: ComparisonOutcome = {
  kind: 'judged',
  verdict: 'regressed',
  word: 'regressed',
  reasons: [],
  notes: [],
  figures: {
    unit: 'instr',
    from: 'samples',
    delta: 0.01,
    runs: [1, 1],
    decidedBy: 'mean',
    change: 1,
  },
};
const cell = { unit: 'ns', mean: { value: 1 }, median: { value: 1 }, doubts: [] };
const operation = (name: string, ...outcomes: ComparisonOutcome[]): ComparisonOperation => ({
  name,
  params: {},
  outcomes,
  cells: [cell, ...outcomes.map(() => cell)],
});
const why = 'instructions against cycles: only the shape can be compared';
const apart: ComparisonOutcome = { kind: 'not comparable', why };

describe('outcomes as the view shows them', () => {
  it('have a sign of their own for each of the words', () => {
    expect(Object.keys(SIGNS).sort()).toEqual([...VERDICTS].sort());
    expect(new Set(Object.values(SIGNS)).size).toBe(VERDICTS.length);
  });

  it('are filtered by any column', () => {
    const one = operation('a', makeOutcome('unchanged', 1), makeOutcome('regressed', 2));
    expect(passesFilter('changed', one)).toBe(true);
    expect(passesFilter('open', one)).toBe(false);
    expect(passesFilter('changed', operation('b', apart))).toBe(false);
    expect(passesFilter('all', operation('b', apart))).toBe(true);
  });

  it('are sorted by the size of the change in either direction', () => {
    const all = [
      operation('none', apart),
      operation('slower', makeOutcome('regressed', 1.5)),
      operation('faster', makeOutcome('improved', 0.5)),
      operation('from zero', fromZero),
    ];
    const names = byChange(all, 0).map(({ name }) => name);
    expect(names).toEqual(['from zero', 'faster', 'slower', 'none']);
  });

  it('are counted by word', () => {
    const all = [
      operation('a', makeOutcome('regressed', 2)),
      operation('b', makeOutcome('regressed', 2)),
    ];
    expect(countVerdicts(all, 0)).toEqual([{ verdict: 'regressed', word: 'regressed', count: 2 }]);
    const across = [...all, operation('c', makeOutcome('regressed', 2, 'slower'))];
    expect(countVerdicts(across, 0).map(({ word, count }) => [word, count])).toEqual([
      ['regressed', 2],
      ['slower', 1],
    ]);
  });

  it('say once why a column has no ratio', () => {
    const all = [operation('a', apart), operation('b', apart)];
    expect(hasRatios(all, 0)).toBe(false);
    expect(findSharedReason(all, 0)).toBe(why);
    const other: ComparisonOutcome = { kind: 'not comparable', why: 'launched otherwise' };
    expect(findSharedReason([...all, operation('c', other)], 0)).toBeUndefined();
  });
});

describe('the scale of ratios', () => {
  it('puts 1 in the middle, and half as far from it as twice', () => {
    const scale = ratioScale([operation('a', makeOutcome('regressed', 2))], 0);
    expect(scale.reach).toBeCloseTo(2.2);
    expect(placeRatio(1, scale)).toBe(0.5);
    expect(placeRatio(2, scale) - 0.5).toBeCloseTo(0.5 - placeRatio(0.5, scale));
  });

  it('keeps small changes small, and what lies beyond at the edge', () => {
    const scale = ratioScale([operation('a', makeOutcome('unchanged', 1))], 0);
    expect(placeRatio(1.001, scale)).toBeLessThan(0.51);
    expect([placeRatio(9, scale), placeRatio(0.01, scale)]).toEqual([1, 0]);
  });
});

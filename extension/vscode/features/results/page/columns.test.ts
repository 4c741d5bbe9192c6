import { describe, expect, it } from 'vitest';
import { insufficient } from '../../../../measure/figure';
import type { ResultRow } from '../../../../report/results/model';
import { figureColumns, getNextSorting, sortRows } from './operations';

const row = (name: string, p50: number | undefined): ResultRow => ({
  key: name,
  build: 'headline',
  operation: name,
  name,
  at: '',
  params: {},
  unit: 'instr',
  standing: 'ok',
  reasons: [],
  notes: [],
  repeats: 1,
  cold: [],
  mean: insufficient('no batches were measured'),
  percentiles: { p50: p50 === undefined ? insufficient('too few') : { value: p50 } },
  shape: { scale: 'linear', edges: [], counts: [], ticked: [] },
});
const rows = [row('b', 70), row('c', undefined), row('a', 9)];
const joinNames = (sorted: readonly ResultRow[]) => sorted.map(({ name }) => name).join('');

describe('sorting', () => {
  it('keeps the order of measuring by default', () => {
    expect(joinNames(sortRows(rows, undefined))).toBe('bca');
  });

  it('sorts by name and by figure, in both directions', () => {
    expect(joinNames(sortRows(rows, { column: 'name', direction: 'descending' }))).toBe('cba');
    expect(joinNames(sortRows(rows, { column: 'p50', direction: 'ascending' }))).toBe('abc');
  });

  it('puts rows without the figure last in either direction', () => {
    expect(joinNames(sortRows(rows, { column: 'p50', direction: 'descending' }))).toBe('bac');
  });

  it('cycles through ascending, descending and unsorted', () => {
    const up = getNextSorting(undefined, 'p50');
    const down = getNextSorting(up, 'p50');
    expect([up?.direction, down?.direction, getNextSorting(down, 'p50')]).toEqual([
      'ascending',
      'descending',
      undefined,
    ]);
    expect(getNextSorting(down, 'max')).toEqual({ column: 'max', direction: 'ascending' });
  });
});

describe('figures', () => {
  it('explain why they are missing, or are absent', () => {
    const of = (id: string) => figureColumns.find((each) => each.id === id)!.figure(rows[1]!);
    expect(of('p50')).toEqual({ insufficient: 'too few' });
    expect(of('max')).toBeUndefined();
  });
});

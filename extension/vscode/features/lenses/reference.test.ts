import { describe, expect, it } from 'vitest';
import { findReference, formatReferenceChange, findOutcome, referenceRuns } from './reference';
import { figureRow, referenceTo, runEntry } from './testing';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 22, minute));
const run = (id: string, minute: number, change: object = {}) =>
  runEntry({ id, created: at(minute), ...change });

describe('the reference of figures', () => {
  it('is the baseline, then older complete runs of the same target', () => {
    const newest = run('new', 30);
    const all = [
      run('later', 40),
      newest,
      run('failed', 20, { status: 'failed' }),
      run('older', 10),
      run('imported', 9, { imported: 'ztest' }),
      run('other', 8, { target: { id: 'local-linux', title: '', deterministic: false } }),
      run('pinned', 35, { isBaseline: true }),
      run('oldest', 1),
    ];
    expect(referenceRuns(newest, all).map(({ id }) => id)).toEqual(['pinned', 'older', 'oldest']);
  });

  it('is never the run itself, even if it is the baseline', () => {
    const newest = run('new', 30, { isBaseline: true });
    expect(referenceRuns(newest, [newest, run('older', 1)]).map(({ id }) => id)).toEqual(['older']);
  });

  it('has the same operation with the same parameters in the same unit', () => {
    const row = figureRow('dsp/fir', 70);
    const other = figureRow('dsp/iir', 70);
    const sized = { ...row, params: { size: 8 } };
    const timed = { ...row, clock: { ...row.clock, unit: 'ns' as const } };
    const refused = { ...row, standing: 'refused' as const };
    const candidates = [[other, sized], [timed], [refused], [row]].map((rows, index) => ({
      run: run(`r${index}`, index),
      rows,
    }));
    expect(findReference(row, candidates)?.run.id).toBe('r3');
    expect(findReference(row, candidates.slice(0, 3))).toBeUndefined();
  });
});

describe('a change', () => {
  const row = figureRow('dsp/fir', 70);

  it.each([
    [70, 70, '='],
    [77, 70, '+10 %, regressed'],
    [63, 70, '−10 %, improved'],
    [10_001, 10_000, '<+0.05 %, changed'],
    [9_999, 10_000, '<−0.05 %, changed'],
    [10_010, 10_000, '+0.1 %, changed'],
    [1, 0, '+1.0 instr, regressed'],
  ])('of %d from %d instructions is %s', (now, before, text) => {
    expect(formatReferenceChange(referenceTo(row, [[before], [now]]))).toBe(text);
  });

  it.each([
    [
      [1000, 1010, 1020, 1030],
      [1500, 1515, 1530, 1545],
      /^\+50 % \(\+\d.* to \+\d.*\), regressed$/,
    ],
    [[1000, 1010, 1020, 1030], [1030, 1020, 1010, 1000], /^±0 % \(−\d.* to \+\d.*\), undecided$/],
  ])('of %j from %j ns has its interval', (before, now, text) => {
    expect(formatReferenceChange(referenceTo(row, [before, now], { isExact: false }))).toMatch(
      text,
    );
  });

  it('is omitted without a reference', () => {
    expect(formatReferenceChange({ outcome: undefined })).toBeUndefined();
    expect(
      formatReferenceChange({ outcome: { kind: 'not comparable', why: 'units' } }),
    ).toBeUndefined();
  });

  it('is for the same operation with the same parameters', () => {
    const outcome = (why: string) => ({ kind: 'not comparable', why }) as const;
    const changes = [
      { suite: 'dsp', op: 'iir', params: {}, outcome: outcome('other') },
      { suite: 'dsp', op: 'fir', params: { size: 4 }, outcome: outcome('small') },
      { suite: 'dsp', op: 'fir', params: { size: 64, turns: 2 }, outcome: outcome('large') },
    ];
    expect(findOutcome({ ...row, params: { turns: 2, size: 64 } }, changes)).toEqual(
      outcome('large'),
    );
    expect(findOutcome(row, changes)).toBeUndefined();
  });
});

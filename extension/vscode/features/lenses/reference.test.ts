import { describe, expect, it } from 'vitest';
import { changeText, findReference, referenceRuns } from './reference';
import { figureRow, runEntry } from './testing';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 22, minute));
const run = (id: string, minute: number, change: object = {}) =>
  runEntry({ id, created: at(minute), ...change });

describe('what figures are held against', () => {
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

  it('is not the run itself, should it be the baseline', () => {
    const newest = run('new', 30, { isBaseline: true });
    expect(referenceRuns(newest, [newest, run('older', 1)]).map(({ id }) => id)).toEqual(['older']);
  });

  it('measured the same operation with the same parameters in the same unit', () => {
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
  const change = (now: number, before: number) =>
    changeText(figureRow('dsp/fir', now), {
      row: figureRow('dsp/fir', before),
      run: run('old', 1),
    });

  it.each([
    [70, 70, '='],
    [77, 70, '+10 %'],
    [63, 70, '−10 %'],
    [10_001, 10_000, '<+0.05 %'],
    [9_999, 10_000, '<−0.05 %'],
    [10_010, 10_000, '+0.1 %'],
  ])('of %d from %d is %s', (now, before, text) => {
    expect(change(now, before)).toBe(text);
  });

  it('is omitted where there is no figure', () => {
    const row = figureRow('dsp/fir', 70);
    expect(changeText(row, undefined)).toBeUndefined();
    const refused = { row: { ...row, standing: 'inconclusive' as const }, run: run('old', 1) };
    expect(changeText(row, refused)).toBeUndefined();
  });
});

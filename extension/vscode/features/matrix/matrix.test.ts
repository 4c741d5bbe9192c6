import { expect, it } from 'vitest';
import type { Figure } from '../../../measure/figure';
import { figureRow, referenceTo, runEntry } from '../lenses/testing';
import { toMatrixCell, rowsByTarget, type TargetFigures } from './matrix';

const figures = (...names: readonly string[]): TargetFigures => ({
  run: runEntry(),
  rows: names.map((name) => figureRow(name, 100)),
  references: new Map(),
});

it('has each operation once, with a row for each target that measured it', () => {
  const rows = rowsByTarget([figures('heap/malloc', 'dsp/fir'), figures('mutex/lock', 'dsp/fir')]);
  const shown = rows.map(({ name, rows: own }) => [name, own.map((row) => row?.op)]);
  expect(shown).toEqual([
    ['heap/malloc', ['malloc', undefined]],
    ['dsp/fir', ['fir', 'fir']],
    ['mutex/lock', [undefined, 'lock']],
  ]);
});

it('shows the median, its unit, and the verdict on the change', () => {
  const row = figureRow('dsp/fir', 120);
  const cell = toMatrixCell(row, referenceTo(row, [[100], [120]]));
  expect(cell).toMatchObject({ unit: 'instr', standing: 'ok', verdict: 'regressed' });
  expect(cell.figure).toEqual(row.all.percentiles.p50);
  expect(cell.change).toContain('regressed');
  expect(toMatrixCell(row, undefined)).toMatchObject({ verdict: undefined, change: undefined });
});

it('shows the margin and the repeats of the figure, which is a mean if there is no median', () => {
  const row = figureRow('dsp/fir', 120);
  const median = { value: 120, margin: 2.5 };
  const repeated = { ...row, repeats: 5, mean: { value: 121.5, margin: 3 } };
  const toCell = (p50: Figure) =>
    toMatrixCell(
      { ...repeated, all: { ...row.all, percentiles: { ...row.all.percentiles, p50 } } },
      undefined,
    );
  expect(toCell(median)).toMatchObject({ figure: median, repeats: 5 });
  expect(toCell({ insufficient: 'coarse' })).toMatchObject({ figure: repeated.mean });
});

it('withholds a figure that cannot be believed, and names the reason', () => {
  const row = {
    ...figureRow('dsp/fir', 120),
    standing: 'inconclusive',
    reasons: ['lost'],
  } as const;
  expect(toMatrixCell(row, undefined)).toMatchObject({ figure: undefined, reasons: ['lost'] });
});

import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { commonUnit, grid, type OwnColumn } from './grid';
import { ownFigure, type OwnRun, type Side, sideLabel, sidesOf } from './own';
import { operationsOf, paperTable } from './paper';
import { ratioOf } from './together';

/** The white paper's table; with two of the user's columns, also their ratio, as in the paper. */
export function nxpSections(runs: readonly OwnRun[]): Section[] {
  const paper = paperTable('nxp-zephyr-linux', 'average');
  const sides = sidesOf(runs, ['', 'posix'], operationsOf(paper));
  if (sides.length === 0) return [];
  const figure = (side: Side) => (row: PublishedRow) => ownFigure(side, row, { unit: 'cycles' });
  const columns = sides.map((side): OwnColumn => ({ label: sideLabel(side), of: figure(side) }));
  const [first, second, ...more] = sides;
  const isPair = first !== undefined && second !== undefined && more.length === 0;
  if (!isPair || !shareUnit(paper.columns[0]?.rows ?? [], columns)) return [grid(paper, columns)];
  const ratio: OwnColumn = {
    label: `${sideLabel(second)} over ${sideLabel(first)}`,
    of: (row) => ratioOf(figure(second)(row), figure(first)(row)),
  };
  return [grid(paper, [...columns, ratio])];
}

function shareUnit(rows: readonly PublishedRow[], columns: readonly OwnColumn[]): boolean {
  const units = columns.map(({ of }) => commonUnit(rows.map(of)));
  return new Set(units).size === 1;
}

import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { commonUnit, grid, type OwnColumn } from './grid';
import { ownFigure, type OwnRun, type Side, sideLabel, sidesOf } from './own';
import { operationsOf, paperTable } from './paper';
import { multipleOf, type Own } from './together';

/** The white paper's table; with two of the user's columns, also their ratio, as in the paper. */
export function nxpSections(runs: readonly OwnRun[]): Section[] {
  const paper = paperTable('nxp-zephyr-linux', 'average');
  const sides = sidesOf(runs, ['', 'posix'], operationsOf(paper));
  if (sides.length === 0) return [];
  const figure = (side: Side) => (row: PublishedRow) => noted(side, row, whiteFigure(side, row));
  const columns = sides.map((side): OwnColumn => ({ label: sideLabel(side), of: figure(side) }));
  const [first, second, ...more] = sides;
  const isPair = first !== undefined && second !== undefined && more.length === 0;
  if (!isPair || !shareUnit(paper.columns[0]?.rows ?? [], columns))
    return [withReadings(grid(paper, columns))];
  const ratio: OwnColumn = {
    label: `${sideLabel(second)} over ${sideLabel(first)}`,
    of: (row) => multipleOf(figure(second)(row), figure(first)(row)),
  };
  return [withReadings(grid(paper, [...columns, ratio]))];
}

/** The document times each heap call and subtracts nothing, and divides all else by its loop. */
function withReadings(section: Section): Section {
  return { ...section, lines: [...section.lines, READINGS] };
}

const READINGS =
  'Published heap figures include the cost of one reading of the clock; yours do not.';

/** The document switches 500,000 times between two readings; its other figures are means of samples. */
function whiteFigure(side: Side, row: PublishedRow): Own {
  return ownFigure(side, row, { unit: 'cycles', isBatch: row.op === 'context_switch/switch' });
}

/** Names what the user's figure is if it is not the call in the document's row. */
function noted({ run, variant }: Side, { name }: PublishedRow, own: Own): Own {
  const [call] = /pthread_\w+/.exec(name) ?? [];
  const os = run.record.passes[0]?.facts['os'] ?? 'Linux';
  if (own.kind !== 'value' || call === undefined || variant !== '' || os.startsWith('Linux'))
    return own;
  const note = `${os}'s own call in place of ${call}`;
  return { ...own, note: own.note === undefined ? note : `${own.note}; ${note}` };
}

function shareUnit(rows: readonly PublishedRow[], columns: readonly OwnColumn[]): boolean {
  const units = columns.map(({ of }) => commonUnit(rows.map(of)));
  return new Set(units).size === 1;
}

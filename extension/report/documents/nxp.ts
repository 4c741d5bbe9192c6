import { formatNumber } from '../../measure';
import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { commonUnit, grid, type OwnColumn } from './grid';
import { findOwnFigure, type OwnRun, type Side, sideLabel, listSides, getOsName } from './own';
import { collectPaperOperations, paperTable } from './paper';
import { divideFigures, type Own, withNote } from './together';

/** The white paper's table; with two of the user's columns, also their ratio, as in the paper. */
export function nxpSections(runs: readonly OwnRun[]): Section[] {
  const paper = paperTable('nxp-zephyr-linux', 'average');
  const sides = listSides(runs, ['', 'posix'], collectPaperOperations(paper));
  if (sides.length === 0) return [];
  const figure = (side: Side) => (row: PublishedRow) =>
    noteDifferences(side, row, whiteFigure(side, row));
  const columns = sides.map((side): OwnColumn => ({ label: sideLabel(side), of: figure(side) }));
  const [first, second, ...more] = sides;
  const isPair = first !== undefined && second !== undefined && more.length === 0;
  if (!isPair || !shareUnit(paper.columns[0]?.rows ?? [], columns))
    return [withReadings(grid(paper, columns))];
  const ratio: OwnColumn = {
    label: `${sideLabel(second)} over ${sideLabel(first)}`,
    of: (row) => divideFigures(figure(second)(row), figure(first)(row)),
  };
  return [withReadings(grid(paper, [...columns, ratio]))];
}

/** The document times each call but for the context switch, and subtracts nothing. */
function withReadings(section: Section): Section {
  return { ...section, lines: [...section.lines, READINGS] };
}

const READINGS =
  'Published figures, except for the context switch, include the cost of one reading of the clock; yours do not.';

/** The document switches 500,000 times between two readings; its other figures are means of samples. */
function whiteFigure(side: Side, row: PublishedRow): Own {
  const isBatch = row.op === 'context_switch/switch';
  return findOwnFigure(side, row, { unit: 'cycles', isBatch, difference });
}

/** The document's threads have the priority of their creator, where its code is printed. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'thread/create': "the thread's priority is below its creator's, so it does not run meanwhile",
  'thread/join':
    'the joined thread runs meanwhile, since its priority is below that of the one that waits',
};

/** The document's threads all exist at once. */
const THREADS = 2000;

function difference(op: string, { run }: Side): string | undefined {
  const of = DIFFERENCES[op];
  const atOnce = Number(run.record.passes[0]?.facts['threads_at_once'] ?? THREADS);
  if (of === undefined || atOnce >= THREADS) return of;
  return `${of}; ${formatNumber(atOnce)} threads exist at once in place of ${formatNumber(THREADS)}`;
}

/** Names what the user's figure is if it is not the call in the document's row. */
function noteDifferences({ run, variant }: Side, { name }: PublishedRow, own: Own): Own {
  const [call] = /pthread_\w+/.exec(name) ?? [];
  const os = getOsName(run);
  if (call === undefined || variant !== '' || os.startsWith('Linux')) return own;
  return withNote(own, `${os}'s own call in place of ${call}`);
}

function shareUnit(rows: readonly PublishedRow[], columns: readonly OwnColumn[]): boolean {
  const units = columns.map(({ of }) => commonUnit(rows.map(of)));
  return new Set(units).size === 1;
}

import { groupBy } from '../../base';
import { formatFine, formatMargin, NO_FIGURE, plural } from '../../measure';
import type { PublishedPart, PublishedRow } from '../../runs';
import type { Own } from './together';

/** A cell of a rebuilt table; its remarks become notes below the table. */
export interface TableCell {
  readonly text: string;
  readonly notes?: readonly string[] | undefined;
  /** The measurement that is missing for a figure here. */
  readonly missing?: Extract<Own, { kind: 'missing' }>;
}

/** Follows doubtful published figures. */
const DOUBTED = ' ?';

/** A published figure as printed; undefined if the document has none. */
export function toPublishedCell(row: PublishedRow | undefined): TableCell {
  if (row === undefined) return { text: '' };
  return { text: row.doubts.length === 0 ? row.printed : row.printed + DOUBTED };
}

/** The user's figure, with its unit if that differs from the column's. */
export function makeOwnCell(own: Own | undefined, unit: string | undefined): TableCell {
  if (own === undefined) return { text: '' };
  if (own.kind === 'missing')
    return { text: NO_FIGURE, notes: own.why === undefined ? [] : [own.why], missing: own };
  if (own.kind === 'refused') return { text: NO_FIGURE, notes: [own.why] };
  const margin = formatMargin({ value: own.value, margin: own.margin });
  const text = ownText(own.value, own.unit) + margin + (own.unit === unit ? '' : ` ${own.unit}`);
  return { text, notes: own.notes };
}

function ownText(value: number, unit: string): string {
  if (unit === '%') return `${value < 0 ? '' : '+'}${value.toFixed(1)}`;
  return formatFine(value);
}

/** Formats cells as text, with numbers that refer to the notes below. */
export function withNotes(rows: readonly (readonly TableCell[])[]): {
  readonly rows: string[][];
  readonly lines: string[];
} {
  const cells = rows.flat();
  const missing = groupBy(
    cells.flatMap((cell) => cell.missing ?? []),
    ({ target }) => target,
  );
  const notes = [
    ...new Set(cells.flatMap((cell) => cell.notes ?? [])),
    ...Array.from(missing, ([target, all]) => describeMissing(target, all)),
  ];
  const targets = [...missing.keys()];
  const formatMarks = ({ notes: own = [], missing: lack }: TableCell): string => {
    const marks = [
      ...own.map((note) => notes.indexOf(note) + 1),
      ...(lack ? [notes.length - targets.length + targets.indexOf(lack.target) + 1] : []),
    ];
    return marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  };
  const doubts = cells.filter(({ text }) => text.endsWith(DOUBTED)).length;
  return {
    rows: rows.map((each) => each.map((cell) => cell.text + formatMarks(cell))),
    lines: [
      ...notes.map((note, at) => `[${at + 1}] ${note}.`),
      ...(doubts === 0 ? [] : [doubtText(doubts)]),
    ],
  };
}

function describeMissing(
  target: string,
  all: readonly Extract<Own, { kind: 'missing' }>[],
): string {
  const commands = listCommands(
    target,
    all.flatMap(({ parts }) => parts),
  );
  return `not measured by ${target} in this run; it can be tried by: ${commands.join('; ')}`;
}

function doubtText(count: number): string {
  return `? marks ${plural(count, 'published figure')} in doubt; comparing with the column shows why.`;
}

/** The extra of an image that a suite is built with on request. */
export function findSuiteExtra(suite: string): string | undefined {
  const [, language, other] = /^(?:(cpp|rust|zig)_.*|(crypto))$/.exec(suite) ?? [];
  return language ?? other;
}

/** The commands that measure what is missing; one covers all suites without parameters. */
function listCommands(target: string, parts: readonly PublishedPart[]): string[] {
  const bySuite = groupBy(parts, getSuite);
  const groups = groupBy(bySuite.values(), ([first]) => {
    return first && Object.keys(first.params).length > 0 ? getSuite(first) : '';
  });
  const extras = [...bySuite.keys()].flatMap((suite) => findSuiteExtra(suite) ?? []);
  const builds = [...new Set(extras)].map((each) => `--with ${each}`).join(' ');
  return [
    ...(builds === '' ? [] : [`cyclescope build --target ${target} ${builds}`]),
    ...Array.from(groups.values(), (suites) => runCommand(target, suites)),
  ];
}

function runCommand(target: string, suites: readonly (readonly PublishedPart[])[]): string {
  const benches = suites.map((parts) => {
    const ops = [...new Set(parts.map(({ op }) => op))];
    return ops.length > 1 ? ops[0]?.split('/')[0] : ops[0];
  });
  return [
    `cyclescope run --target ${target} --bench ${benches.join(',')}`,
    ...settings(suites.flat()),
  ].join(' ');
}

function settings(parts: readonly PublishedPart[]): string[] {
  const names = new Set(parts.flatMap(({ params }) => Object.keys(params)));
  return Array.from(names, (name) => {
    const values = new Set(parts.flatMap(({ params }) => params[name] ?? []));
    return `--set ${name}=${[...values].sort((a, b) => a - b).join(',')}`;
  });
}

function getSuite({ op }: PublishedPart): string {
  return op.split('/')[0] ?? '';
}

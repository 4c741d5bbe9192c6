import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { makeOwnCell, toPublishedCell, withNotes } from './cells';
import { againLines, commonUnit, sizeLines, formatHeading, unitLines } from './grid';
import { type Side, sideLabel } from './own';
import type { Paper } from './paper';
import type { Own } from './together';

/** A numbered note, unlike remarks on published figures; nothing refers to its number here. */
const NOTE = /^\[\d+\] (.*)$/;

/** A column of a table that repeats its lines for each source. */
export interface Measure<Line> {
  readonly title: string;
  readonly published: (line: Line, column?: string) => PublishedRow | undefined;
  /** Undefined if the document's line has no such figure. */
  readonly own: (side: Side, line: Line) => Own | undefined;
}

/** A table in which the user's lines follow each published one. */
export function interleaveLines<Line>({
  title,
  columns,
  sides,
  lines,
  measures,
  nameLine,
  listDifferences,
  sources,
}: {
  readonly title: string;
  readonly columns: Paper['columns'];
  readonly sides: readonly Side[];
  readonly lines: readonly Line[];
  readonly measures: readonly Measure<Line>[];
  readonly nameLine: (line: Line) => string;
  /** The differences of a line's own figures from the document's definition. */
  readonly listDifferences: (line: Line) => readonly string[];
  readonly sources: readonly { readonly label: string; readonly column?: string }[];
}): Section {
  const own = sides.map((side) => {
    const figures = lines.map((line) => measures.map((measure) => measure.own(side, line)));
    const unit = commonUnit(figures.flat());
    return { label: formatHeading(sideLabel(side), unit), figures, unit };
  });
  const unit = columns[0]?.unit;
  const rows = lines.flatMap((line, at) => [
    ...sources.map(({ label, column }) => ({
      name: nameLine(line),
      source: { text: formatHeading(label, unit) },
      cells: measures.map((measure) => toPublishedCell(measure.published(line, column))),
    })),
    ...own.map((side) => ({
      name: nameLine(line),
      source: {
        text: side.label,
        notes: isAnyMeasured(side.figures[at]) ? listDifferences(line) : [],
      },
      cells: (side.figures[at] ?? []).map((each) => makeOwnCell(each, side.unit)),
    })),
  ]);
  const noted = withNotes(rows.map(({ source, cells }) => [source, ...cells]));
  if (own.every((side) => side.unit === undefined)) {
    const lines = noted.lines.flatMap((line) => NOTE.exec(line)?.[1] ?? []);
    return { title, lead: whyEmpty(own.flatMap(({ figures }) => figures.flat())), lines };
  }
  return {
    title,
    table: {
      titles: ['line', 'source', ...measures.map((measure) => measure.title)],
      rows: noted.rows.map((cells, at) => [rows[at]?.name ?? '', ...cells]),
    },
    lines: [
      ...noted.lines,
      ...new Set(own.flatMap(({ label, figures }) => sizeLines(label, figures.flat()))),
      ...unitLines(own),
      ...againLines(columns),
    ],
  };
}

const isAnyMeasured = (figures: readonly (Own | undefined)[] = []) =>
  figures.some((own) => own?.kind === 'value');

const whyEmpty = (figures: readonly (Own | undefined)[]) =>
  figures.every(isUnmeasured)
    ? 'None of its operations was measured.'
    : 'This table cannot be filled from the measured operations.';

/** Nothing of it is in the run, and nothing was refused. */
function isUnmeasured(own: Own | undefined): boolean {
  return own === undefined || (own.kind === 'missing' && own.why === undefined);
}

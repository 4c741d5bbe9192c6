import { groupBy, once } from '../../base';
import type {
  PublishedColumn,
  PublishedDocument,
  PublishedMake,
  PublishedRow,
  PublishedSystem,
  PublishedTable,
  PublishedUnit,
} from './model';

/** The heading of a column, before it has rows. */
export interface ColumnHead {
  readonly id: string;
  readonly unit: PublishedUnit;
  readonly system?: PublishedSystem;
  readonly language?: string;
  readonly derived?: boolean;
}

/** The common part of one line's cells. */
export interface CellLine {
  readonly name: string;
  readonly op?: string | undefined;
  readonly made?: PublishedMake | undefined;
  /** The function called, one per column. */
  readonly calls?: readonly (string | undefined)[];
  readonly params?: Readonly<Record<string, number>>;
  readonly unit?: PublishedUnit;
  readonly doubts?: readonly string[];
}

/** One printed figure with its cell in a table. */
export interface Cell extends PublishedRow {
  readonly column: string;
}

/** A reason to doubt a cell. */
export interface CellDoubt {
  readonly cell: Cell;
  readonly doubt: string;
}

/** The cells of one line; a blank or a dash gives none. */
export function lineCells(
  heads: readonly ColumnHead[],
  line: CellLine,
  printed: readonly (string | undefined)[],
): Cell[] {
  const { name, op, made, calls = [], params = {}, doubts = [] } = line;
  return heads.flatMap((head, index) => {
    const text = printed[index] ?? '';
    const unit = line.unit ?? head.unit;
    const read = readPrinted(text, unit);
    if (read === undefined) return [];
    const address = { column: head.id, name, op, made, call: calls[index], params };
    return [{ ...address, printed: text, ...read, unit, doubts }];
  });
}

/** Finds a table's cells by column and row name. */
export function cellFinder(table: Draft): (column: string, name: string) => Cell | undefined {
  const cells = once(
    () => new Map(table.cells.map((cell) => [`${cell.column}|${cell.name}`, cell])),
  );
  return (column, name) => cells().get(`${column}|${name}`);
}

/** The cells with all findings about them. */
function attachDoubts(cells: readonly Cell[], findings: readonly CellDoubt[]): Cell[] {
  const ofCell = groupBy(findings, ({ cell }) => cell);
  return cells.map((cell) => {
    const found = ofCell.get(cell)?.map(({ doubt }) => doubt) ?? [];
    return found.length === 0 ? cell : { ...cell, doubts: [...cell.doubts, ...new Set(found)] };
  });
}

const EXPONENTS: Readonly<Record<string, number>> = { s: 0, ms: -3, µs: -6, ns: -9 };

const PRINTED = /^([+-]?\d+)(?:\.(\d+))?\s*([^\d\s]*)$/;

/** Parses a printed figure into `unit`; its own unit of time, if any, is converted exactly. */
export function readPrinted(
  printed: string,
  unit: PublishedUnit,
): { value: number; resolution: number } | undefined {
  const [, whole, decimals = '', suffix = ''] = PRINTED.exec(printed) ?? [];
  if (whole === undefined) return undefined;
  const exponent = conversion(suffix, unit);
  return {
    // Parsed as one literal, so that 2.4 µs become exactly 2400 ns.
    value: Number(`${whole}.${decimals}e${exponent}`),
    resolution: Number(`1e${exponent - decimals.length}`),
  };
}

function conversion(from: string, to: PublishedUnit): number {
  const [own, wanted] = [EXPONENTS[from], EXPONENTS[to]];
  return own === undefined || wanted === undefined ? 0 : own - wanted;
}

/** Parses a table written as text: one row per line, fields between bars. */
export function textTable(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((field) => field.trim()));
}

/** A table before its cells are checked. */
export interface Draft {
  readonly table: PublishedTable;
  readonly heads: readonly ColumnHead[];
  readonly cells: readonly Cell[];
}

/** A table that is read when its cells are first requested: few starts of the program need any. */
export function draft<Head extends Omit<Draft, 'cells'>>(
  head: Head,
  read: () => readonly Cell[],
): Head & Draft {
  const cells = once(read);
  return {
    ...head,
    get cells() {
      return cells();
    },
  };
}

/** The columns of a document's tables, with every finding attached to its cell. */
export function finishColumns(
  document: PublishedDocument,
  drafts: readonly Draft[],
  findings: readonly CellDoubt[],
): PublishedColumn[] {
  return drafts.flatMap(({ table, heads, cells }) => {
    const checked = attachDoubts(cells, findings);
    return heads.map((head) => ({
      address: `published:${document.id}/${table.id}/${head.id}`,
      document,
      table,
      id: head.id,
      system: head.system,
      language: head.language,
      unit: head.unit,
      derived: head.derived ?? false,
      rows: checked.filter(({ column }) => column === head.id).map(row),
    }));
  });
}

function row(cell: Cell): PublishedRow {
  const { name, op, made, call, params, printed, value, unit, resolution, doubts } = cell;
  return { name, op, made, call, params, printed, value, unit, resolution, doubts };
}

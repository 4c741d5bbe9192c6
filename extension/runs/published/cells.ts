import type { PublishedMake, PublishedRow, PublishedSystem, PublishedUnit } from './model';

/** The heading of a column, before it has rows. */
export interface ColumnHead {
  readonly id: string;
  readonly unit: PublishedUnit;
  readonly system?: PublishedSystem;
  readonly language?: string;
  readonly derived?: boolean;
}

/** The common part of one line's cells. */
export interface Line {
  readonly name: string;
  readonly op?: string | undefined;
  readonly made?: PublishedMake | undefined;
  /** The function called, one per column. */
  readonly calls?: readonly (string | undefined)[];
  readonly params?: Readonly<Record<string, number>>;
  readonly unit?: PublishedUnit;
  readonly doubts?: readonly string[];
}

/** One printed figure with its place in a table. */
export interface Cell extends PublishedRow {
  readonly column: string;
}

/** A reason to doubt a cell. */
export interface Finding {
  readonly cell: Cell;
  readonly doubt: string;
}

/** The cells of one line; a blank or a dash gives none. */
export function lineCells(
  heads: readonly ColumnHead[],
  line: Line,
  printed: readonly (string | undefined)[],
): Cell[] {
  const { name, op, made, calls = [], params = {}, doubts = [] } = line;
  return heads.flatMap((head, index) => {
    const text = printed[index] ?? '';
    const unit = line.unit ?? head.unit;
    const read = readPrinted(text, unit);
    if (read === undefined) return [];
    const place = { column: head.id, name, op, made, call: calls[index], params };
    return [{ ...place, printed: text, ...read, unit, doubts }];
  });
}

/** Finds cells by column and row name. */
export function cellFinder(
  cells: readonly Cell[],
): (column: string, name: string) => Cell | undefined {
  const places = new Map(cells.map((cell) => [`${cell.column}|${cell.name}`, cell]));
  return (column, name) => places.get(`${column}|${name}`);
}

/** The cells with all findings about them. */
export function doubted(cells: readonly Cell[], findings: readonly Finding[]): Cell[] {
  return cells.map((cell) => {
    const found = findings.filter((finding) => finding.cell === cell).map(({ doubt }) => doubt);
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

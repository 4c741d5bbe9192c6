import { type Cell, type ColumnHead, doubted, type Finding } from './cells';
import type { PublishedColumn, PublishedDocument, PublishedRow, PublishedTable } from './model';

/** A table before its cells are checked. */
export interface Draft {
  readonly table: PublishedTable;
  readonly heads: readonly ColumnHead[];
  readonly cells: readonly Cell[];
}

/** The columns of a document's tables, with every finding attached to its cell. */
export function finish(
  document: PublishedDocument,
  drafts: readonly Draft[],
  findings: readonly Finding[],
): PublishedColumn[] {
  return drafts.flatMap(({ table, heads, cells }) => {
    const checked = doubted(cells, findings);
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

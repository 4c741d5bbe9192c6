import { type PublishedColumn, publishedColumns, type PublishedRow } from '../../runs';

/** A table of a document: its columns by id, its rows in order of first appearance. */
export interface Paper {
  readonly title: string;
  readonly columns: readonly PublishedColumn[];
  readonly names: readonly string[];
  readonly at: (column: string, name: string) => PublishedRow | undefined;
}

/** Finds a document's table by its id. */
export function paperTable(document: string, table: string): Paper {
  const columns = publishedColumns().filter(
    (column) => column.document.id === document && column.table.id === table,
  );
  const rows = new Map(
    columns.flatMap(({ id, rows: own }) => own.map((row) => [`${id}|${row.name}`, row] as const)),
  );
  return {
    title: columns[0]?.table.name ?? table,
    columns,
    names: [...new Set(columns.flatMap(({ rows: own }) => own.map(({ name }) => name)))],
    at: (column, name) => rows.get(`${column}|${name}`),
  };
}

/** The operations that make up a table's rows. */
export function collectPaperOperations({ columns }: Paper): ReadonlySet<string> {
  return new Set(
    columns.flatMap(({ rows }) =>
      rows.flatMap(({ op, made }) => [
        ...(op === undefined ? [] : [op]),
        ...(made?.parts.map((part) => part.op) ?? []),
      ]),
    ),
  );
}

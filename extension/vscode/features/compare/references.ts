import type { RunRef } from '../../common';

/** A column of a comparison: a run, or a published column by its address. */
export type ColumnRef = RunRef | { readonly address: string };

const PUBLISHED = 'published:';

/** A run's reference as a column, for a panel's state and for other parts. */
export function formatReference({ home, id }: RunRef): string {
  return `${home}#${id}`;
}

/** Parses a reference; undefined if it is none. */
export function parseReference(reference: string): ColumnRef | undefined {
  if (reference.startsWith(PUBLISHED)) return { address: reference };
  const at = reference.lastIndexOf('#');
  if (at <= 0 || at === reference.length - 1) return undefined;
  return { home: reference.slice(0, at), id: reference.slice(at + 1) };
}

/** The runs among references. */
export function runsAmong(references: readonly string[]): RunRef[] {
  return references.flatMap((reference) => {
    const column = parseReference(reference);
    return column !== undefined && 'id' in column ? [column] : [];
  });
}

import type { RunRef } from '../../common';

/** What a column of a comparison is: a run, or a published column by its address. */
export type ColumnRef = RunRef | { readonly address: string };

const PUBLISHED = 'published:';

/** Names a run as a column, for a panel's state and for other parts. */
export function referenceOf({ home, id }: RunRef): string {
  return `${home}#${id}`;
}

/** What a reference names; nothing where it is no reference. */
export function columnOf(reference: string): ColumnRef | undefined {
  if (reference.startsWith(PUBLISHED)) return { address: reference };
  const at = reference.lastIndexOf('#');
  if (at <= 0 || at === reference.length - 1) return undefined;
  return { home: reference.slice(0, at), id: reference.slice(at + 1) };
}

/** The runs among references. */
export function runsAmong(references: readonly string[]): RunRef[] {
  return references.flatMap((reference) => {
    const column = columnOf(reference);
    return column !== undefined && 'id' in column ? [column] : [];
  });
}

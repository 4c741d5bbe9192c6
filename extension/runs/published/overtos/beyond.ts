import { type ColumnHead, lineCells } from '../cells';
import type { Draft } from '../columns';
import { textTable } from '../text-table';
import { BEYOND } from './beyond-data';
import { BINDINGS, DISCO } from './board';
import { nativeCase, nativeOperation } from './native';

const HEADS: readonly ColumnHead[] = BINDINGS.flatMap(({ id, language }): ColumnHead[] => [
  { id, unit: 'ns', system: DISCO, language },
  { id: `${id}-baseline`, unit: 'ns', system: DISCO, language: 'C' },
  { id: `${id}-delta`, unit: '%', system: DISCO, language, derived: true },
]);

/** The document's list of the cases that differ from C by more than its noise. */
export const beyond: Draft = {
  table: { id: 'beyond-10', name: 'Cases with |delta| > 10.0 % against C', section: 'Zephyr' },
  heads: HEADS,
  cells: textTable(BEYOND).flatMap(([printed, name = '', ...figures]) => {
    const at = BINDINGS.findIndex((binding) => binding.printed === printed);
    const op = name.startsWith(nativeCase('')) ? nativeOperation(name) : name;
    return lineCells(HEADS.slice(3 * at, 3 * at + 3), { name, op }, figures);
  }),
};

import { type ColumnHead, type Line, lineCells } from '../cells';
import type { Draft } from '../columns';
import { textTable } from '../text-table';
import { DISCO, LANGUAGES } from './board';
import { BINDING_CASES, KERNEL_CASES } from './cases-data';
import { nativeOperation } from './native';

const HEADS: readonly ColumnHead[] = LANGUAGES.flatMap(({ id, language }) => {
  const measured: ColumnHead = { id, unit: 'ns', system: DISCO, language };
  if (id === 'c') return [measured];
  return [
    measured,
    { id: `${id}-delta`, unit: '%', system: DISCO, language, derived: true } as const,
  ];
});

/** Rust's context switch is in a row with a name of its own. */
export const STRAY = 'thread/ctx_switch';

/** The other three's row. */
export const SWITCH = 'thread/context_switch';

/** The document's main table: 35 rows, four callers of the same operations. */
export const cases: Draft = {
  table: { id: 'cases', name: 'Cases and their delta against C', section: 'Zephyr' },
  heads: HEADS,
  cells: [
    ...lines(BINDING_CASES, binding),
    ...lines(KERNEL_CASES, (name) => ({ name, op: nativeOperation(name) })),
  ],
};

function binding(name: string): Line {
  if (name !== STRAY) return { name, op: name };
  const doubt = `"${SWITCH}" has C, C++ and Zig, and this row Rust alone: whether they measure the same is not stated`;
  return { name, op: SWITCH, doubts: [doubt] };
}

function lines(text: string, line: (name: string) => Line): Draft['cells'] {
  return textTable(text).flatMap(([name = '', ...printed]) =>
    lineCells(HEADS, line(name), printed),
  );
}

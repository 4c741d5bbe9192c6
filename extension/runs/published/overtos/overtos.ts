import {
  type Cell,
  type CellDoubt,
  cellFinder,
  type ColumnHead,
  draft,
  finishColumns,
  lineCells,
  textTable,
} from '../cells';
import {
  change,
  derive,
  type Derived,
  disagreements,
  type Twice,
  findInconsistencies,
} from '../derived';
import type { PublishedColumn, PublishedDocument } from '../model';
import { findInheritedDoubts } from '../plausible';
import { BINDINGS, DISCO, LANGUAGES, nativeCase, nativeOperation, NOISE } from './board';
import { cases, STRAY, SWITCH } from './cases';
import { PAIRED_CASES, pairs } from './pairs';

/** The list of cases beyond 10 %: language, suite/case, its ns, those of C, their delta. */
const BEYOND = `
CPP  | native_zephyr/native_mutex_contention_2t         | 58312 | 2948   | +1878.0%
CPP  | sync/mutex_contention_2t                         | 45976 | 3005   | +1430.0%
ZIG  | sync/mutex_contention_2t                         | 45360 | 3005   | +1409.5%
CPP  | native_zephyr/native_stream_send_recv_64B        | 23294 | 12771  | +82.4%
CPP  | stream/send_recv_64B                             | 24787 | 14277  | +73.6%
RUST | stream/throughput                                | 40932 | 24278  | +68.6%
RUST | native_zephyr/native_thread_create_destroy       | 77849 | 190271 | -59.1%
CPP  | native_zephyr/native_thread_create_destroy       | 84431 | 190271 | -55.6%
ZIG  | native_zephyr/native_thread_create_destroy       | 89780 | 190271 | -52.8%
CPP  | stream/throughput                                | 33542 | 24278  | +38.2%
CPP  | native_zephyr/native_queue_send_receive          | 5551  | 4214   | +31.7%
CPP  | native_zephyr/native_sem_take_give               | 1457  | 2054   | -29.1%
RUST | thread/get_self                                  | 1070  | 855    | +25.1%
RUST | queue/throughput_2t                              | 4007  | 3288   | +21.9%
ZIG  | native_zephyr/native_sem_take_give               | 1619  | 2054   | -21.2%
RUST | stream/send_recv_64B                             | 16981 | 14277  | +18.9%
RUST | native_zephyr/native_sem_take_give               | 1665  | 2054   | -18.9%
CPP  | native_zephyr/native_queue_create_destroy        | 944   | 1156   | -18.3%
RUST | native_zephyr/native_stream_send_recv_64B        | 10515 | 12771  | -17.7%
RUST | native_zephyr/native_queue_send_receive          | 4948  | 4214   | +17.4%
CPP  | queue/send_receive                               | 5329  | 4542   | +17.3%
RUST | queue/send_receive                               | 5283  | 4542   | +16.3%
CPP  | sync/sem_take_give                               | 1938  | 2313   | -16.2%
ZIG  | native_zephyr/native_sem_create_destroy          | 809   | 702    | +15.2%
RUST | sync/recursive_mutex_lock_unlock                 | 3380  | 2985   | +13.2%
ZIG  | thread/get_self                                  | 957   | 855    | +11.9%
RUST | sync/mutex_contention_2t                         | 3358  | 3005   | +11.7%
CPP  | native_zephyr/native_recursive_mutex_lock_unlock | 2647  | 2973   | -11.0%
CPP  | native_zephyr/native_mutex_lock_unlock           | 2628  | 2933   | -10.4%
RUST | sync/sem_take_give                               | 2078  | 2313   | -10.2%
RUST | sync/mutex_lock_unlock                           | 3167  | 2878   | +10.0%
`;

const HEADS: readonly ColumnHead[] = BINDINGS.flatMap(({ id, language }): ColumnHead[] => [
  { id, unit: 'ns', system: DISCO, language },
  { id: `${id}-baseline`, unit: 'ns', system: DISCO, language: 'C' },
  { id: `${id}-delta`, unit: '%', system: DISCO, language, derived: true },
]);

/** The document's list of the cases that differ from C by more than its noise. */
const beyond = draft(
  {
    table: { id: 'beyond-10', name: 'Cases with |delta| > 10.0 % against C', section: 'Zephyr' },
    heads: HEADS,
  },
  () =>
    textTable(BEYOND).flatMap(([printed, name = '', ...figures]) => {
      const at = BINDINGS.findIndex((binding) => binding.printed === printed);
      const op = name.startsWith(nativeCase('')) ? nativeOperation(name) : name;
      return lineCells(HEADS.slice(3 * at, 3 * at + 3), { name, op }, figures);
    }),
);

const CONTENTION = 'Mutex contention (2t)';

const inCases = cellFinder(cases);
const inBeyond = cellFinder(beyond);
const inPairs = cellFinder(pairs);

/** The deltas of the main table; its cells are rounded more coarsely than its deltas. */
const caseDeltas = (): readonly Derived[] =>
  overBindings(cases.cells, (id, name) =>
    derive(inCases(`${id}-delta`, name), 'delta', [inCases(id, name), inCases('c', name)], change),
  );

/** The deltas of the list beyond 10 %, in whole nanoseconds. */
const beyondDeltas = (): readonly Derived[] =>
  overBindings(beyond.cells, (id, name) =>
    derive(
      inBeyond(`${id}-delta`, name),
      'delta',
      [inBeyond(id, name), inBeyond(`${id}-baseline`, name)],
      change,
    ),
  );

/** The differences between wrappers and the calls they wrap. */
const pairDeltas = (): readonly Derived[] =>
  LANGUAGES.flatMap(({ id }) =>
    listNames(pairs.cells).flatMap((name) =>
      derive(
        inPairs(`${id}-delta`, name),
        'difference',
        [inPairs(`${id}-wrapper`, name), inPairs(`${id}-native`, name)],
        ([wrapper = NaN, native = NaN]) => wrapper - native,
      ),
    ),
  );

/** Every figure printed in two of the three tables. */
const listDuplicates = (): readonly Twice[] => [
  ...beyond.cells.map((second) => ({
    first: inCases(second.column.replace(/^.*-baseline$/, 'c'), second.name),
    second,
    firstTable: 'the main table',
    secondTable: 'the list beyond 10 %',
  })),
  ...LANGUAGES.flatMap(({ id }) =>
    Object.entries(PAIRED_CASES).flatMap(([name, [wrapper, native]]) => {
      const tables = { firstTable: 'the main table', secondTable: 'the table of pairs' };
      return [
        { first: inCases(id, wrapper), second: inPairs(`${id}-wrapper`, name), ...tables },
        {
          first: inCases(id, nativeCase(native)),
          second: inPairs(`${id}-native`, name),
          ...tables,
        },
      ];
    }),
  ),
];

/** Finds everything in the three tables that contradicts itself or another table. */
function findDoubts(): readonly CellDoubt[] {
  const inMain = caseDeltas();
  const elsewhere = [...beyondDeltas(), ...pairDeltas()];
  const own: readonly CellDoubt[] = [
    ...outOfReach(inMain),
    ...findInconsistencies(elsewhere),
    ...disagreements(listDuplicates()),
    ...unequalTwins(),
    ...fasterThanWrapped(),
    ...meetless(),
  ];
  return [...own, ...findInheritedDoubts([...inMain, ...elsewhere], own)];
}

/** Changes in per cent that are impossible for any two figures that round to the printed ones. */
export function outOfReach(changes: readonly Derived[]): CellDoubt[] {
  return findInconsistencies(changes.filter((each) => !isReachable(each)));
}

function isReachable({ cell, inputs, expected }: Derived): boolean {
  const [value, base] = inputs;
  if (value === undefined || base === undefined) return false;
  const relative = (value.resolution / value.value + base.resolution / base.value) / 2;
  const reach = Math.abs(100 + expected) * relative + cell.resolution;
  return Math.abs(cell.value - expected) <= reach;
}

/** The same C code should cost the same in four binaries. */
function unequalTwins(): CellDoubt[] {
  const isNative = ({ name }: Cell): boolean => name.startsWith(nativeCase(''));
  return BINDINGS.flatMap(({ id }) => [
    ...cases.cells
      .filter((cell) => cell.column === id && isNative(cell))
      .flatMap((cell) => twin(cell, inCases('c', cell.name), inCases(`${id}-delta`, cell.name))),
    ...beyond.cells
      .filter((cell) => cell.column === id && isNative(cell))
      .flatMap((cell) => twin(cell, inBeyond(`${id}-baseline`, cell.name))),
    ...pairs.cells
      .filter(({ column }) => column === `${id}-native`)
      .flatMap((cell) => twin(cell, inPairs('c-native', cell.name))),
  ]);
}

/** `delta` is more precise than the rounded cells of the main table. */
function twin(cell: Cell, inC: Cell | undefined, delta?: Cell): CellDoubt[] {
  if (inC === undefined) return [];
  const difference = delta?.value ?? change([cell.value, inC.value]);
  if (Math.abs(difference) <= NOISE) return [];
  const doubt =
    `the same C code differs by ${difference.toFixed(1)} % from its ${withUnit(inC)} in the C binary, ` +
    `beyond the ${NOISE} % that the document calls noise`;
  return [{ cell, doubt }];
}

/** A wrapper cannot be faster than the call it wraps. */
function fasterThanWrapped(): CellDoubt[] {
  return LANGUAGES.flatMap(({ id }) =>
    Object.entries(PAIRED_CASES).flatMap(([name, [wrapper]]) => {
      const [own, native] = [inPairs(`${id}-wrapper`, name), inPairs(`${id}-native`, name)];
      if (own === undefined || native === undefined) return [];
      const difference = change([own.value, native.value]);
      if (difference >= -NOISE) return [];
      const doubt =
        `${(-difference).toFixed(1)} % faster than the kernel's own call (${withUnit(native)}) ` +
        'that it is reported to wrap';
      return [own, inCases(id, wrapper), inBeyond(id, wrapper)].flatMap((cell) => at(cell, doubt));
    }),
  );
}

/** A contended lock is handed over by a context switch, so it takes longer than one. */
function meetless(): CellDoubt[] {
  const [wrapper = '', native = ''] = PAIRED_CASES[CONTENTION] ?? [];
  return LANGUAGES.flatMap(({ id }) => {
    const pingPong = inCases(id, SWITCH) ?? inCases(id, STRAY);
    if (pingPong === undefined) return [];
    const doubt =
      `too short for a contended lock: two threads that hand over to each other take ` +
      `${pingPong.printed}, so these did not meet`;
    return findContendedCells(id, wrapper, nativeCase(native))
      .filter((cell) => cell !== undefined && cell.value < pingPong.value / 2)
      .flatMap((cell) => at(cell, doubt));
  });
}

function findContendedCells(id: string, wrapper: string, native: string): (Cell | undefined)[] {
  const baselines = BINDINGS.map((binding) => `${binding.id}-baseline`);
  const listed = id === 'c' ? baselines : [id];
  return [
    ...[wrapper, native].map((name) => inCases(id, name)),
    ...[wrapper, native].flatMap((name) => listed.map((column) => inBeyond(column, name))),
    inPairs(`${id}-wrapper`, CONTENTION),
    inPairs(`${id}-native`, CONTENTION),
  ];
}

function at(cell: Cell | undefined, doubt: string): CellDoubt[] {
  return cell === undefined ? [] : [{ cell, doubt }];
}

function withUnit({ printed, unit }: Cell): string {
  return /^\d+$/.test(printed) ? `${printed} ${unit}` : printed;
}

function overBindings(
  cells: readonly Cell[],
  each: (id: string, name: string) => Derived[],
): Derived[] {
  return BINDINGS.flatMap(({ id }) => listNames(cells).flatMap((name) => each(id, name)));
}

function listNames(cells: readonly Cell[]): string[] {
  return [...new Set(cells.map(({ name }) => name))];
}

const document: PublishedDocument = {
  id: 'overtos-zephyr',
  title: 'oveRTOS: Zephyr, zero-heap mode (benchmark results)',
  authors: [],
  year: undefined,
  remarks: [
    'Trimmed mean (top 1 % dropped) where there is one, otherwise the mean; which of them is not stated for a row.',
    'Caches and flash accelerators were off: figures of a worst case, not of normal use.',
    'The document takes differences within 10 % for noise.',
    'Nothing is described that would make the two threads of a contention case meet.',
    'The text says that create and destroy cases are omitted without a heap; those of the kernel itself are there.',
  ],
};

/** The columns of oveRTOS' results on Zephyr. */
export const overtosColumns = (): readonly PublishedColumn[] =>
  finishColumns(document, [cases, beyond, pairs], findDoubts());

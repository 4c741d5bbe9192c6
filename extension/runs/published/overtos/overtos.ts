import { type Cell, type CellDoubt, cellFinder, finishColumns } from '../cells';
import { change, derive, type Derived, disagreements, type Twice, unfounded } from '../derived';
import type { PublishedColumn, PublishedDocument } from '../model';
import { inherited } from '../plausible';
import { beyond } from './beyond';
import { BINDINGS, LANGUAGES, nativeCase, NOISE } from './board';
import { cases, STRAY, SWITCH } from './cases';
import { PAIRED_CASES, pairs } from './pairs';

const CONTENTION = 'Mutex contention (2t)';

const inCases = cellFinder(cases.cells);
const inBeyond = cellFinder(beyond.cells);
const inPairs = cellFinder(pairs.cells);

/** The deltas of the main table; its cells are rounded more coarsely than its deltas. */
const caseDeltas: readonly Derived[] = overBindings(cases.cells, (id, name) =>
  derive(inCases(`${id}-delta`, name), 'delta', [inCases(id, name), inCases('c', name)], change),
);

/** The deltas of the list beyond 10 %, in whole nanoseconds. */
const beyondDeltas: readonly Derived[] = overBindings(beyond.cells, (id, name) =>
  derive(
    inBeyond(`${id}-delta`, name),
    'delta',
    [inBeyond(id, name), inBeyond(`${id}-baseline`, name)],
    change,
  ),
);

/** The differences between wrappers and the calls they wrap. */
const pairDeltas: readonly Derived[] = LANGUAGES.flatMap(({ id }) =>
  namesOf(pairs.cells).flatMap((name) =>
    derive(
      inPairs(`${id}-delta`, name),
      'difference',
      [inPairs(`${id}-wrapper`, name), inPairs(`${id}-native`, name)],
      ([wrapper = NaN, native = NaN]) => wrapper - native,
    ),
  ),
);

/** Every figure printed in two of the three tables. */
const twice: readonly Twice[] = [
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

const own: readonly CellDoubt[] = [
  ...outOfReach(caseDeltas),
  ...unfounded([...beyondDeltas, ...pairDeltas]),
  ...disagreements(twice),
  ...unequalTwins(),
  ...fasterThanWrapped(),
  ...meetless(),
];

/** Everything in the three tables that contradicts itself or another table. */
const findings: readonly CellDoubt[] = [
  ...own,
  ...inherited([...caseDeltas, ...beyondDeltas, ...pairDeltas], own),
];

/** Changes in per cent that are impossible for any two figures that round to the printed ones. */
export function outOfReach(changes: readonly Derived[]): CellDoubt[] {
  return unfounded(changes.filter((each) => !isReachable(each)));
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
    return contended(id, wrapper, nativeCase(native))
      .filter((cell) => cell !== undefined && cell.value < pingPong.value / 2)
      .flatMap((cell) => at(cell, doubt));
  });
}

function contended(id: string, wrapper: string, native: string): (Cell | undefined)[] {
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
  return BINDINGS.flatMap(({ id }) => namesOf(cells).flatMap((name) => each(id, name)));
}

function namesOf(cells: readonly Cell[]): string[] {
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
export const overtosColumns: readonly PublishedColumn[] = finishColumns(
  document,
  [cases, beyond, pairs],
  findings,
);

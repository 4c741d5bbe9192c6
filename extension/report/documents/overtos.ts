import { LANGUAGES, nativeCase, PAIRED_CASES, type PublishedRow } from '../../runs';
import type { Section } from '../section';
import { makeOwnCell, toPublishedCell, type TableCell, withNotes } from './cells';
import { commonUnit, grid, type OwnColumn, sizeLines, formatHeading, unitLines } from './grid';
import {
  type DocumentUnit,
  hasOperation,
  findOwnFigure,
  findOwnPart,
  type OwnRun,
  type Side,
  sideLabel,
  getOsName,
} from './own';
import { collectPaperOperations, type Paper, paperTable } from './paper';
import { computeChange, subtractFigures, type Own, withNote } from './together';

const READING: DocumentUnit = { unit: 'ns', isTrimmed: true };
const MOST_DELTA = 10;
const DOCUMENT = 'overtos-zephyr';

/** The callers' languages as variants: the suites themselves are called from C. */
const CALLERS = LANGUAGES.map(({ id, language }) => ({
  id,
  language,
  variant: id === 'c' ? '' : id,
}));

/** The cases with their deltas, the list of those beyond 10 %, and the pairs. */
export function overtosSections(runs: readonly OwnRun[]): Section[] {
  const cases = paperTable(DOCUMENT, 'cases');
  const ops = [...collectPaperOperations(cases)];
  const having = runs.filter((run) => ops.some((op) => hasOperation({ run, variant: '' }, op)));
  if (having.length === 0) return [];
  const lead =
    'One mean of each case: trimmed of its largest hundredth, or of batches where samples are too ' +
    'coarse; a note marks where the hundredth is too much to be ignored. Where the document calls ' +
    "oveRTOS, own figures call this project's port layer in the same language.";
  return [
    {
      ...grid(
        cases,
        having.flatMap((run) => caseColumns(run, ops)),
      ),
      lead,
    },
    ...having.flatMap((run) => beyondSection(run, cases, ops)),
    ...pairSection(having),
  ];
}

/** The callers that a run has. */
function listCallers(run: OwnRun, ops: readonly string[]): Side[] {
  return CALLERS.map(({ variant }): Side => ({ run, variant })).filter((side) =>
    ops.some((op) => hasOperation(side, op)),
  );
}

function caseColumns(run: OwnRun, ops: readonly string[]): OwnColumn[] {
  return listCallers(run, ops).flatMap((side): OwnColumn[] => {
    const value: OwnColumn = { label: sideLabel(side), of: (row) => caseFigure(side, row) };
    return side.variant === '' ? [value] : [value, { label: 'delta', of: makeDelta(side) }];
  });
}

/** An image contains calls to the kernel alone once, not once per language. */
function caseFigure(side: Side, row: PublishedRow): Own | undefined {
  if (side.variant !== '' && row.name.startsWith(nativeCase(''))) return undefined;
  return noteDifferences(findOwnFigure(side, row, READING), side, row.op ?? '');
}

/** Names what the user's figure is if it is not what the document's row measures. */
function noteDifferences(own: Own, { run, variant }: Side, op: string): Own {
  const os = getOsName(run);
  const isNative = variant === NATIVE || op.startsWith(`${NATIVE}_`);
  const differences = DIFFERENCES.filter(({ of, on = '' }) => of.test(op) && os.startsWith(on)).map(
    ({ is }) => is,
  );
  return [
    ...differences,
    ...(isNative && !os.startsWith('Zephyr') ? [`${os}'s own call in place of Zephyr's`] : []),
  ].reduce(withNote, own);
}

/** The variant whose suites call the kernel itself. */
const NATIVE = 'native';

/** Operations that differ from those of the document, or of the program behind it, on one system or on all. */
const DIFFERENCES: readonly { readonly of: RegExp; readonly on?: string; readonly is: string }[] = [
  // The document describes nothing that would make its threads meet.
  { of: /mutex_contention_2t$/, is: 'own threads meet at every request' },
  { of: /^timer\/start_stop$/, is: 'the timer would expire after a day, not after a second' },
  {
    of: /queue\/(?:send_receive|throughput_2t)$/,
    on: 'Linux',
    is: 'a queue of 10 items, more of which Linux does not allow by itself, in place of 16, or 64 between two threads',
  },
  { of: /stream\//, on: 'Linux', is: 'a pipe of one page in place of a stream of 256 bytes' },
  {
    of: /thread\/create_destroy$/,
    on: 'Linux',
    is: 'the thread runs and is joined, since POSIX deletes none that has not run',
  },
];

function makeDelta(side: Side) {
  return (row: PublishedRow): Own | undefined => {
    const own = caseFigure(side, row);
    const base = caseFigure({ ...side, variant: '' }, row);
    return own && base && computeChange(own, base);
  };
}

/** The user's cases that differ from C by more than the document's limit for noise. */
function beyondSection(run: OwnRun, cases: Paper, ops: readonly string[]): Section[] {
  const sides = listCallers(run, ops).filter(({ variant }) => variant !== '');
  if (sides.length === 0) return [];
  const found = sides.flatMap((side) =>
    cases.names.flatMap((name) => {
      const row = cases.at('c', name);
      const delta = row && makeDelta(side)(row);
      if (row === undefined || delta?.kind !== 'value') return [];
      return Math.abs(delta.value) > MOST_DELTA ? [{ side, row, delta }] : [];
    }),
  );
  const sorted = found.toSorted((a, b) => Math.abs(b.delta.value) - Math.abs(a.delta.value));
  const figures = sorted.flatMap(({ side, row }) => [
    caseFigure(side, row),
    caseFigure({ ...side, variant: '' }, row),
  ]);
  const unit = commonUnit(figures);
  const { rows, lines } = withNotes(
    sorted.map(({ side, row, delta }) => [
      { text: row.name },
      { text: CALLERS.find(({ variant }) => variant === side.variant)?.language ?? '' },
      makeOwnCell(caseFigure(side, row), unit),
      makeOwnCell(caseFigure({ ...side, variant: '' }, row), unit),
      makeOwnCell(delta, '%'),
      toPublishedCell(cases.at(`${side.variant}-delta`, row.name)),
    ]),
  );
  const titles = ['case', 'language', formatHeading('own', unit), formatHeading('C', unit)];
  return [
    {
      title: `${run.label}: cases with |delta| > ${MOST_DELTA.toFixed(1)} % against C`,
      table:
        rows.length === 0
          ? undefined
          : { titles: [...titles, 'delta (%)', 'published delta'], rows },
      lines:
        rows.length === 0
          ? [`No case differs by more than ${MOST_DELTA} %.`]
          : [...lines, ...sizeLines(run.label, figures), ...unitLines([{ unit }])],
    },
  ];
}

/** Wrappers next to the kernel's own calls: the document's lines and the run's. */
function pairSection(runs: readonly OwnRun[]): Section[] {
  const paper = paperTable(DOCUMENT, 'pairs');
  const lines = paper.names.flatMap((name) =>
    CALLERS.map((caller) => ({ name, caller, ops: PAIRED_CASES[name] })).filter(
      ({ caller }) => paper.at(`${caller.id}-wrapper`, name) !== undefined,
    ),
  );
  const listPairs = ({ caller, ops }: (typeof lines)[number]): (Own | undefined)[] =>
    runs.flatMap((run) => {
      const [op] = ops ?? [];
      const side = { run, variant: caller.variant };
      const isThere = op !== undefined && (caller.variant === '' || hasOperation(side, op));
      if (!isThere) return [undefined, undefined, undefined];
      const getFigure = (each: Side) =>
        noteDifferences(findOwnPart(each, { op, params: {} }, READING), each, op);
      const [wrapper, native] = [getFigure(side), getFigure({ run, variant: NATIVE })];
      return [wrapper, native, subtractFigures(wrapper, native)];
    });
  const own = lines.map(listPairs);
  if (!own.flat().some((each) => each?.kind === 'value')) return [];
  const unit = commonUnit(own.flat());
  const cells = lines.map((line, at): TableCell[] => [
    ...['wrapper', 'native', 'delta'].map((part) =>
      toPublishedCell(paper.at(`${line.caller.id}-${part}`, line.name)),
    ),
    ...(own[at] ?? []).map((each) => makeOwnCell(each, unit)),
  ]);
  const { rows, lines: notes } = withNotes(cells);
  const sizes = runs.flatMap(({ label }, at) =>
    sizeLines(
      label,
      own.flatMap((figures) => figures.slice(3 * at, 3 * at + 3)),
    ),
  );
  return [
    {
      title: paper.title,
      lead: "A wrapper is this project's port layer, called from the language; native is the kernel's own call.",
      table: {
        titles: [
          'operation',
          'wrapper (ns)',
          'native (ns)',
          'delta (ns)',
          ...runs.flatMap(({ label }) =>
            ['wrapper', 'native', 'delta'].map((part) => formatHeading(`${label} ${part}`, unit)),
          ),
        ],
        rows: rows.map((each, at) => {
          const { name = '', caller } = lines[at] ?? {};
          return [`${name}, ${caller?.language ?? ''}`, ...each];
        }),
      },
      lines: [...notes, ...new Set(sizes), ...unitLines([{ unit }])],
    },
  ];
}

import { getDataSize, formatNumber } from '../../measure';
import { METRICS, type PublishedRow, rowName, type Sweep, table1, table2 } from '../../runs';
import type { Section } from '../section';
import { grid, type OwnColumn } from './grid';
import { interleaveLines, type Measure } from './interleaved';
import {
  type DocumentUnit,
  findOwnFigure,
  type OwnRun,
  type Side,
  sideLabel,
  listSides,
} from './own';
import { collectPaperOperations, type Paper, paperTable } from './paper';
import { computeChange, type Own } from './together';

const MEGABYTE = 2 ** 20;

/** Table 6: the time for the data, and the rate per second or cost per byte. */
function cryptoSection(sides: readonly Side[]): Section {
  const columns = sides.flatMap((side): OwnColumn[] => [
    { label: sideLabel(side), of: (row) => duration(side, row) },
    { label: 'throughput', of: (row) => rate(duration(side, row), row) },
  ]);
  return grid(paperTable('twr-k70', 'table-6'), columns);
}

function duration(side: Side, row: PublishedRow): Own {
  return findOwnFigure(side, row, { unit: 's', difference: (op) => CIPHERS[op] });
}

/** The document names no modes and no keys; these are of wolfCrypt's benchmark at that time. */
const CIPHERS: Readonly<Record<string, string>> = {
  'crypto/aes': 'with a key of 128 bits, in CBC',
  'crypto/arc4': 'with a key of 128 bits',
  'crypto/des': "triple DES in CBC, which wolfCrypt's benchmark called DES",
};

function rate(own: Own, { params }: PublishedRow): Own {
  const bytes = getDataSize(params);
  if (own.kind !== 'value' || bytes === undefined) return own;
  const { value, unit, margin } = own;
  const share = margin === undefined ? undefined : margin / value;
  const within = (figure: number) => ({
    value: figure,
    margin: share === undefined ? undefined : figure * share,
    // Those of the duration beside it.
    samples: undefined,
  });
  return unit === 's'
    ? { ...own, ...within(bytes / MEGABYTE / value), unit: 'MB/s' }
    : { ...own, ...within(value / bytes), unit: `${unit}/byte` };
}

const READING: DocumentUnit = { unit: 'ms' };
const THREADS = [2, 4, 8, 16, 32];
const KINDS = ['sorting', 'matrix'];
const DOCUMENT = 'twr-k70';
const TABLES = [1, 2, 3, 4, 5, 6].map((number) => `table-${number}`);

/** Differences from the document's section 3, or what it leaves open. */
const TURNS = 'threads give way at equal shares of their work, in place of time slices';
const DATA = {
  sorting: 'each thread sorts that many integers of its own',
  matrix: 'each thread has matrices of its own with that many elements, as square as that allows',
};
const METRIC_DIFFERENCES = [
  TURNS,
  ...Object.values(DATA),
  'waiting is the time in which a thread has given way',
  'all threads arrive at once',
];

type ChooseSides = (paper: Paper) => readonly Side[];

/** The six tables of the tower board's paper. */
export function twrSections(runs: readonly OwnRun[]): Section[] {
  const papers = TABLES.map((id) => paperTable(DOCUMENT, id));
  const having = listSides(
    runs,
    [''],
    new Set(papers.flatMap((paper) => [...collectPaperOperations(paper)])),
  );
  if (having.length === 0) return [];
  // If a run lacks all of it, the table shows the command that measures it.
  const chooseSides: ChooseSides = (paper) => {
    const sides = listSides(runs, [''], collectPaperOperations(paper));
    return sides.length === 0 ? having : sides;
  };
  return [
    sweepSection(chooseSides, table1, DATA.sorting),
    sweepSection(chooseSides, table2, DATA.matrix),
    averageSection(chooseSides),
    ...platformSections(chooseSides),
    cryptoSection(chooseSides(paperTable(DOCUMENT, 'table-6'))),
  ];
}

/** Tables 1 and 2: one line per number of threads and algorithm, and one of means below both. */
function sweepSection(
  chooseSides: ChooseSides,
  { table, kinds, sizes }: Sweep,
  difference: string,
): Section {
  const paper = paperTable(DOCUMENT, table.id);
  const sides = chooseSides(paper);
  const lines = THREADS.flatMap((threads) => [
    ...kinds.map((kind) => ({ threads, kind })),
    { threads, kind: undefined },
  ]);
  const measures: Measure<(typeof lines)[number]>[] = [
    ...sizes.map((size) =>
      figure<(typeof lines)[number]>(paper, formatNumber(size), ({ threads, kind }) =>
        kind === undefined ? undefined : ['uclinux', rowName(threads, kind, size)],
      ),
    ),
    figure(paper, 'average', ({ threads, kind }) =>
      kind === undefined ? ['mean', rowName(threads)] : ['average', rowName(threads, kind)],
    ),
    {
      title: 'ratio',
      published: ({ threads, kind }) => paper.at('ratio', rowName(threads, kind)),
      own: (side, { threads, kind }) =>
        kind === undefined && threads !== 2
          ? change(side, paper, 'mean', [rowName(threads), rowName(2)])
          : undefined,
    },
  ];
  return interleaveLines({
    title: paper.title,
    columns: paper.columns,
    sides,
    lines,
    measures,
    nameLine: ({ threads, kind }) => rowName(threads, kind ?? 'mean of both'),
    listDifferences: () => [TURNS, difference],
    sources: [{ label: 'published' }],
  });
}

/** Table 3: three metrics of both kinds of work, their mean and its change. */
function averageSection(chooseSides: ChooseSides): Section {
  const paper = paperTable(DOCUMENT, 'table-3');
  const sides = chooseSides(paper);
  const measures = METRICS.flatMap((metric): Measure<number>[] => [
    ...KINDS.map((kind) =>
      figure<number>(paper, `${metric}, ${kind}`, (threads) => [
        'uclinux',
        rowName(threads, `${metric}, ${kind}`),
      ]),
    ),
    figure(paper, 'mean', (threads) => ['mean', rowName(threads, metric)]),
    {
      title: 'ratio',
      published: (threads) => paper.at('ratio', rowName(threads, metric)),
      own: (side, threads) =>
        threads === 2
          ? undefined
          : change(side, paper, 'mean', [rowName(threads, metric), rowName(2, metric)]),
    },
  ]);
  return interleaveLines({
    title: paper.title,
    columns: paper.columns,
    sides,
    lines: THREADS,
    measures,
    nameLine: (threads) => rowName(threads),
    listDifferences: () => METRIC_DIFFERENCES,
    sources: [{ label: 'published' }],
  });
}

/** Tables 4 and 5: three boards, and the user's targets after them. */
function platformSections(chooseSides: ChooseSides): Section[] {
  return ['table-4', 'table-5'].map((id) => {
    const paper = paperTable(DOCUMENT, id);
    const sides = chooseSides(paper);
    const suffixes = id === 'table-5' ? [''] : KINDS.map((kind) => `, ${kind}`);
    const measures = METRICS.flatMap((metric) =>
      suffixes.map((suffix): Measure<number> => {
        const name = (threads: number): string => rowName(threads, metric + suffix);
        return {
          title: metric + suffix,
          published: (threads, board = '') => paper.at(board, name(threads)),
          own: (side, threads) => ofRow(side, paper.at('twr', name(threads))),
        };
      }),
    );
    return interleaveLines({
      title: paper.title,
      columns: paper.columns,
      sides,
      lines: THREADS,
      measures,
      nameLine: (threads) => rowName(threads),
      listDifferences: () => METRIC_DIFFERENCES,
      sources: paper.columns.map((column) => ({ label: column.id, column: column.id })),
    });
  });
}

function figure<Line>(
  paper: Paper,
  title: string,
  locate: (line: Line) => readonly [column: string, name: string] | undefined,
): Measure<Line> {
  const findRow = (line: Line): PublishedRow | undefined => {
    const at = locate(line);
    return at && paper.at(...at);
  };
  return { title, published: findRow, own: (side, line) => ofRow(side, findRow(line)) };
}

function ofRow(side: Side, row: PublishedRow | undefined) {
  return row && findOwnFigure(side, row, READING);
}

function change(side: Side, paper: Paper, column: string, [name, base]: readonly [string, string]) {
  const [own, first] = [ofRow(side, paper.at(column, name)), ofRow(side, paper.at(column, base))];
  return own && first && computeChange(own, first);
}

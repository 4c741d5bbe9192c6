import { collect, type FoundOperation } from '../collect';
import type { ImportFormat, ImportResult } from '../imported';
import { consoleLines, cutDoubts, type Line, unreadable } from '../lines';
import { decimal } from '../figures';
import { emulationProblems, zephyrFacts } from '../zephyr';

/** All benchmarks in their order, and the latest of each name. */
interface Benchmarks {
  readonly all: Benchmark[];
  readonly latest: Map<string, Benchmark>;
}

interface Benchmark {
  readonly rows: Row[];
  readonly remarks: readonly string[];
}

const DROPPED = /^(\S+) (\S+): ((?:no )?percentiles.*\bsamples\b.*)$/;

/** Rows that Zephyr's ztest prints for benchmarks in CSV mode. */
export const ztestCsv: ImportFormat = {
  id: 'ztest-csv',
  title: 'Zephyr ztest benchmark CSV',
  about: "the CSV of Zephyr's ztest benchmarks",
  recognises: (text) => consoleLines(text).some((line) => isSure(parseRow(line))),
  read,
};

function read(text: string): ImportResult {
  const lines = consoleLines(text);
  const remarks = collectRemarks(lines);
  const benchmarks: Benchmarks = { all: [], latest: new Map() };
  const damaged: Line[] = [];
  for (const line of lines) {
    const row = parseRow(line);
    if (row === undefined) continue;
    if (!row.whole) damaged.push(line);
    if (row.whole || row.values.size > 0) addRow(benchmarks, row, remarks);
  }
  const facts = zephyrFacts(lines);
  const problems = [...unreadable(damaged), ...emulationProblems(facts)];
  const found = benchmarks.all.map(operation);
  return collect(ztestCsv, { unit: 'cycles', facts, found, problems });
}

/** C and P rows belong to the preceding row of the benchmark; a second one begins a repeat. */
function addRow(
  { all, latest }: Benchmarks,
  row: Row,
  remarks: ReadonlyMap<string, string[]>,
): void {
  const key = toKey(row);
  const last = latest.get(key);
  const kinds = last?.rows.map(({ kind }) => group(kind)) ?? [];
  if (last === undefined || kinds.includes(group(row.kind))) {
    const benchmark = { rows: [row], remarks: remarks.get(key) ?? [] };
    all.push(benchmark);
    latest.set(key, benchmark);
    return;
  }
  last.rows.push(row);
}

function group(kind: Kind): string {
  return 'SMT'.includes(kind) ? 'figures' : kind;
}

function toKey({ suite, name }: Pick<Row, 'suite' | 'name'>): string {
  return `${suite} ${name}`;
}

function collectRemarks(lines: readonly Line[]): Map<string, string[]> {
  const remarks = new Map<string, string[]>();
  for (const { text } of lines) {
    const [, suite = '', name = '', remark] = DROPPED.exec(text) ?? [];
    if (remark === undefined) continue;
    const key = toKey({ suite, name });
    remarks.set(key, [...(remarks.get(key) ?? []), remark]);
  }
  return remarks;
}

function operation({ rows, remarks }: Benchmark): FoundOperation {
  const [{ suite = '', name = '' } = {}] = rows;
  // The figures' own row comes last, so its bounds override those of the percentiles.
  const values = new Map(
    rows.toSorted((a, b) => rank(a.kind) - rank(b.kind)).flatMap((row) => [...row.values]),
  );
  const value = (column: Column): number | undefined => values.get(column);
  const percentiles = PERCENTILE_COLUMNS.flatMap((column) => {
    const found = value(column);
    return found === undefined ? [] : [[column, found] as const];
  });
  const [covered, samples] = [value('covered'), value('samples')];
  const partial = covered !== undefined && samples !== undefined && covered !== samples;
  return {
    suite,
    op: name,
    originalName: name,
    samples: samples ?? covered,
    total: value('total'),
    mean: value('mean'),
    min: value('min'),
    max: value('max'),
    stddev: value('stddev'),
    cold: value('cold'),
    warmup: value('warmup'),
    percentiles: percentiles.length > 0 ? Object.fromEntries(percentiles) : undefined,
    inconclusive: rows.some((row) => row.inconclusive) ? 'INCONCLUSIVE' : undefined,
    doubts: rows.flatMap((row) => row.doubts),
    notes: [...remarks, ...(partial ? [`percentiles cover ${covered} of ${samples} samples`] : [])],
  };
}

function rank(kind: Kind): number {
  return group(kind) === 'figures' ? 1 : 0;
}

/** The columns that are percentiles, rising. */
const PERCENTILE_COLUMNS = ['p50', 'p90', 'p99', 'p99.9', 'p99.99'] as const;
const SAMPLED = ['samples', 'total', 'mean', 'stddev', '', 'min', '', 'max', ''] as const;
// The columns after suite and name; those without a name are dropped.
const COLUMNS = {
  S: SAMPLED,
  M: SAMPLED,
  C: ['warmup', 'cold'],
  T: ['samples', '', 'total', '', 'mean'],
  P: ['covered', 'min', ...PERCENTILE_COLUMNS, 'max'],
} as const;

type Kind = keyof typeof COLUMNS;
type Column = Exclude<(typeof COLUMNS)[Kind][number], ''>;

/** A row of the text; unreadable values are absent. */
interface Row {
  readonly kind: Kind;
  readonly suite: string;
  readonly name: string;
  readonly values: ReadonlyMap<string, number>;
  readonly inconclusive: boolean;
  readonly whole: boolean;
  readonly doubts: readonly string[];
}

const ROW = /(?:^|\s)([SCMTP])\s*,\s*(\S.*)$/;

/** Parses a row; undefined if the line holds none. */
function parseRow(line: Line): Row | undefined {
  const { text } = line;
  const [, kind, rest = ''] = ROW.exec(text) ?? [];
  if (!isKind(kind)) return undefined;
  const [suite = '', name = '', ...fields] = rest.split(/[,\t]/).map((field) => field.trim());
  if (suite === '' || name === '') return undefined;
  const columns: readonly string[] = COLUMNS[kind];
  const inconclusive = [name, ...fields].some((field) => /\bINCONCLUSIVE\b/.test(field));
  // A truncated row may end in half a number; none of its fields can be trusted.
  const complete = fields.length >= columns.length;
  const read = complete ? fields.slice(0, columns.length).map(decimal) : [];
  const values = new Map<string, number>();
  read.forEach((value, index) => {
    const column = columns[index];
    if (column && value !== undefined) values.set(column, value);
  });
  const whole = inconclusive || (complete && !read.includes(undefined));
  const doubts = cutDoubts(line);
  return { kind, suite, name: bareName(name), values, inconclusive, whole, doubts };
}

function isKind(kind: string | undefined): kind is Kind {
  return kind !== undefined && Object.hasOwn(COLUMNS, kind);
}

/** True if a row can hardly be anything else. */
function isSure(row: Row | undefined): boolean {
  return row !== undefined && row.whole && 'SMT'.includes(row.kind);
}

/** If a tab was expanded, a blank separates the name from the verdict. */
function bareName(name: string): string {
  return name.replace(/\s+INCONCLUSIVE\b.*$/, '');
}

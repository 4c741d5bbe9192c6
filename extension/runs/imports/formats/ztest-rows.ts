import { cutDoubts, type Line } from '../lines';
import { decimal } from '../numbers';

/** The columns that are percentiles, rising. */
export const PERCENTILE_COLUMNS = ['p50', 'p90', 'p99', 'p99.9', 'p99.99'] as const;
const SAMPLED = ['samples', 'total', 'mean', 'stddev', '', 'min', '', 'max', ''] as const;
// The columns after suite and name; those without a name are dropped.
const COLUMNS = {
  S: SAMPLED,
  M: SAMPLED,
  C: ['warmup', 'cold'],
  T: ['samples', '', 'total', '', 'mean'],
  P: ['covered', 'min', ...PERCENTILE_COLUMNS, 'max'],
} as const;

export type Kind = keyof typeof COLUMNS;
export type Column = Exclude<(typeof COLUMNS)[Kind][number], ''>;

/** A row of the text; unreadable values are absent. */
export interface Row {
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
export function parseRow(line: Line): Row | undefined {
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
export function isSure(row: Row | undefined): boolean {
  return row !== undefined && row.whole && 'SMT'.includes(row.kind);
}

/** If a tab was expanded, a blank separates the name from the verdict. */
function bareName(name: string): string {
  return name.replace(/\s+INCONCLUSIVE\b.*$/, '');
}

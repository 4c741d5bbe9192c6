import { parseCount } from '../base';
import { formatLine, parseReply } from './lines';
import type { Parsed } from './tokens';

/** Contents of a `run` line. */
export interface RunLine {
  readonly suite: string;
  readonly op?: string | undefined;
  readonly n?: number | undefined;
  readonly warmup?: number | undefined;
  readonly trace?: boolean | undefined;
  readonly wait?: boolean | undefined;
  /** Batches of each operation that allows any; by default as many as it declares. */
  readonly batches?: number | undefined;
  /** The benchmark's own parameters. */
  readonly params?: Readonly<Record<string, number>> | undefined;
}

/** End states of an operation or run, in the order of the stream's numbers. */
export const END_STATUSES = ['ok', 'stopped', 'failed', 'refused'] as const;
export type EndStatus = (typeof END_STATUSES)[number];

/** The agent's report at the end of an operation. */
export interface OperationReply {
  readonly name: string;
  readonly status: EndStatus;
  readonly attempted: number;
  readonly stored: number;
  readonly reason: string | undefined;
}

/** The agent's report at the end of a run. */
export type RunReply = Omit<OperationReply, 'name' | 'reason'> & { readonly run: number };

const RESERVED = new Set(['op', 'n', 'warmup', 'trace', 'wait', 'batches']);

/** Formats a `run` line; the problems explain why the agent would refuse it. */
export function formatRun({ params = {}, ...line }: RunLine): Parsed<string> {
  const own = Object.entries(params);
  const pairs: readonly (readonly [string, string | number | undefined])[] = [
    ['op', line.op],
    ['n', line.n],
    ['warmup', line.warmup],
    ['trace', flag(line.trace)],
    ['wait', flag(line.wait)],
    ['batches', line.batches],
    ...own.filter(([key]) => !RESERVED.has(key)),
  ];
  const given = pairs.flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as const],
  );
  const text = formatLine(['run', line.suite], given);
  const { n, warmup, batches } = line;
  const numbers = [...Object.entries({ n, warmup, batches }), ...own];
  const wrong = numbers.filter(([, value]) => value !== undefined && !Number.isSafeInteger(value));
  const taken = own.filter(([key]) => RESERVED.has(key));
  const problems = [
    ...wrong.map(([key, value]) => `${key}=${value} is not a whole number`),
    ...taken.map(([key]) => `"${key}" is a word of the run line, not a parameter`),
  ];
  return { value: text.value, problems: [...text.problems, ...problems] };
}

/** Parses the `op` line of a run. */
export function parseOperationReply(line: string): Parsed<OperationReply | undefined> {
  const reply = parseReply(line);
  const { value } = reply;
  if (value.kind !== 'data' || value.keyword !== 'op') {
    return { value: undefined, problems: [...reply.problems, 'not an op line'] };
  }
  const name = value.values.get('name');
  const end = readEnd(value.values);
  if (name === undefined || end === undefined) {
    return { value: undefined, problems: [...reply.problems, 'an op line without its counts'] };
  }
  const reason = value.values.get('reason');
  return { value: { name, ...end, reason }, problems: reply.problems };
}

/** Parses the `ok run` line. */
export function parseRunReply(line: string): Parsed<RunReply | undefined> {
  const reply = parseReply(line);
  const { value } = reply;
  if (value.kind !== 'ok' || value.command !== 'run') {
    return { value: undefined, problems: [...reply.problems, 'not the end of a run'] };
  }
  const run = parseCount(value.values.get('run'));
  const end = readEnd(value.values);
  if (run === undefined || end === undefined) {
    return { value: undefined, problems: [...reply.problems, 'the end of a run without counts'] };
  }
  return { value: { run, ...end }, problems: reply.problems };
}

function readEnd(
  values: ReadonlyMap<string, string>,
): Pick<OperationReply, 'status' | 'attempted' | 'stored'> | undefined {
  const status = END_STATUSES.find((known) => known === values.get('status'));
  const attempted = parseCount(values.get('attempted'));
  const stored = parseCount(values.get('stored'));
  if (status === undefined || attempted === undefined || stored === undefined) return undefined;
  return { status, attempted, stored };
}

function flag(value: boolean | undefined): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return value ? 1 : 0;
}

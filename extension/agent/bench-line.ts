import { parseCount, parseInteger } from '../base';
import { formatLine, parseReply } from './lines';
import type { Bench, BenchParameter } from './manifest';
import type { Parsed } from './tokens';

const PARAMETER = /^([A-Za-z_]\w*)=(-?\d+)\[(-?\d+)\.\.(-?\d+)\]$/;

/** Parses a `bench` line; suite, operation and iterations are required. */
export function parseBench(line: string): Parsed<Bench | undefined> {
  const reply = parseReply(line);
  if (reply.value.kind !== 'data' || reply.value.keyword !== 'bench') {
    return { value: undefined, problems: [...reply.problems, 'not a bench line'] };
  }
  const { values } = reply.value;
  const problems = [...reply.problems];
  const text = (key: string): string => {
    const value = values.get(key);
    if (value === undefined) problems.push(`"${key}" is missing`);
    return value ?? '';
  };
  const count = (key: string): number | undefined => {
    const value = parseCount(values.get(key));
    if (value === undefined) problems.push(`"${key}" is not a count`);
    return value;
  };
  const suite = text('suite');
  const op = text('op');
  const iterations = count('n');
  const params = parseParameters(text('params'));
  const bench = {
    max: count('max') ?? 0,
    warmup: count('warmup') ?? 0,
    batches: count('batches') ?? 0,
    params: params.value,
    about: text('about'),
    at: text('at'),
  };
  problems.push(...params.problems);
  if (suite === '' || op === '' || iterations === undefined) return { value: undefined, problems };
  return { value: { suite, op, iterations, ...bench }, problems };
}

/** Writes a `bench` line. */
export function formatBench(bench: Bench): Parsed<string> {
  return formatLine(
    ['bench'],
    [
      ['suite', bench.suite],
      ['op', bench.op],
      ['n', String(bench.iterations)],
      ['max', String(bench.max)],
      ['warmup', String(bench.warmup)],
      ['batches', String(bench.batches)],
      ['params', bench.params.map(formatParameter).join(' ')],
      ['about', bench.about],
      ['at', bench.at],
    ],
  );
}

function formatParameter({ name, default: standard, min, max }: BenchParameter): string {
  return `${name}=${standard}[${min}..${max}]`;
}

function parseParameters(text: string): Parsed<BenchParameter[]> {
  const value: BenchParameter[] = [];
  const problems: string[] = [];
  for (const part of text.split(' ').filter((word) => word !== '')) {
    const parameter = parseParameter(part);
    if (parameter === undefined) problems.push(`"${part}" is not a parameter`);
    else value.push(parameter);
  }
  return { value, problems };
}

function parseParameter(text: string): BenchParameter | undefined {
  const [, name, ...bounds] = PARAMETER.exec(text) ?? [];
  const [standard, min, max] = bounds.map(parseInteger);
  if (name === undefined || standard === undefined) return undefined;
  if (min === undefined || max === undefined) return undefined;
  if (standard < min || standard > max) return undefined;
  return { name, default: standard, min, max };
}

import { parseCount } from '../base';
import { type Clock, clockProblems, makeClock } from './clock';

/** Version of the control lines that this host supports. */
export const PROTOCOL = 1;

/** The facts of an agent's `hello` that the host uses. */
export interface AgentFacts {
  readonly agent: string;
  readonly os: string;
  readonly osVersion: string;
  readonly board: string;
  readonly core: string;
  readonly clock: Clock | undefined;
  /** Smallest observed step and cost of one reading, in ticks. */
  readonly clockStep: number | undefined;
  readonly clockRead: number | undefined;
  readonly hooks: 0 | 1 | undefined;
  readonly image: string;
  readonly compiler: string;
  readonly flags: string;
  readonly tickHz: number | undefined;
  /** Operations per block. */
  readonly block: number | undefined;
  readonly ringBytes: number | undefined;
}

/** The parsed facts, their inconsistencies, and reasons not to run at all. */
export interface FactsReading {
  readonly facts: AgentFacts;
  readonly problems: readonly string[];
  readonly refusals: readonly string[];
}

/** Facts that every agent sends, by their names on the control line. */
export const FACT_NAMES = [
  'protocol',
  'agent',
  'os',
  'os_version',
  'board',
  'core',
  'core_hz',
  'clock',
  'clock_hz',
  'clock_unit',
  'clock_ratio',
  'clock_step',
  'clock_read',
  'clock_check',
  'hooks',
  'image',
  'compiler',
  'flags',
  'heap',
  'tick_hz',
  'time_slicing',
  'preemption',
  'mpu',
  'caches',
  'flash_wait_states',
  'fp_stacking',
  'code_in',
  'data_in',
  'stacks_in',
  'block',
  'ring',
] as const;

type FactName = (typeof FACT_NAMES)[number];

const COUNTS: readonly FactName[] = [
  'core_hz',
  'clock_step',
  'clock_read',
  'tick_hz',
  'block',
  'ring',
];

/** Parses the facts of `hello`. */
export function readFacts(values: ReadonlyMap<string, string>): FactsReading {
  const text = (name: FactName): string => values.get(name) ?? '';
  const count = (name: FactName): number | undefined => parseCount(values.get(name));
  const hooks = count('hooks');
  const facts: AgentFacts = {
    agent: text('agent'),
    os: text('os'),
    osVersion: text('os_version'),
    board: text('board'),
    core: text('core'),
    clock: makeClock(text('clock'), text('clock_unit'), count('clock_hz') ?? 0, parseRatio(values)),
    clockStep: count('clock_step'),
    clockRead: count('clock_read'),
    hooks: hooks === 0 || hooks === 1 ? hooks : undefined,
    image: text('image'),
    compiler: text('compiler'),
    flags: text('flags'),
    tickHz: count('tick_hz'),
    block: count('block'),
    ringBytes: count('ring'),
  };
  return { facts, problems: factProblems(values, facts), refusals: factRefusals(values, facts) };
}

function factProblems(values: ReadonlyMap<string, string>, facts: AgentFacts): string[] {
  const problems: string[] = [];
  const missing = FACT_NAMES.filter((name) => !values.has(name));
  if (missing.length > 0) problems.push(`The agent does not report: ${missing.join(', ')}.`);
  for (const name of COUNTS) {
    const value = values.get(name);
    if (value !== undefined && parseCount(value) === undefined) {
      problems.push(`The fact ${name}=${value} is not a count.`);
    }
  }
  if (facts.clockStep === 0) problems.push('The agent saw its clock make steps of zero ticks.');
  return problems;
}

function factRefusals(values: ReadonlyMap<string, string>, facts: AgentFacts): string[] {
  const refusals: string[] = [];
  const protocol = values.get('protocol');
  if (protocol !== String(PROTOCOL)) {
    const finding =
      protocol === undefined ? 'does not report its protocol' : `uses protocol ${protocol}`;
    refusals.push(`The agent ${finding}; this host uses ${PROTOCOL}.`);
  }
  const hz = parseCount(values.get('clock_hz')) ?? 0;
  const wrong = clockProblems(values.get('clock_unit') ?? '', hz, parseRatio(values));
  refusals.push(...wrong.map((problem) => `The agent's clock is unusable: ${problem}.`));
  const check = values.get('clock_check');
  if (check !== 'ok') refusals.push(`The agent's clock failed its check: ${check ?? 'no answer'}.`);
  if (facts.hooks === undefined)
    refusals.push('The agent does not report whether hooks are linked in.');
  return refusals;
}

function parseRatio(values: ReadonlyMap<string, string>): readonly [number, number] {
  const [num, den, ...rest] = (values.get('clock_ratio') ?? '').split('/').map(parseCount);
  return num === undefined || den === undefined || rest.length > 0 ? [0, 0] : [num, den];
}

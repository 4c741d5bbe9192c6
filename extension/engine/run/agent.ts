import { parseBench } from '../../core/agent/bench-line';
import { type AgentFacts, readFacts } from '../../core/agent/facts';
import { parseFact, parseReply } from '../../core/agent/lines';
import type { Bench, ImageBuild } from '../../core/agent/manifest';
import {
  type OperationReply,
  type RunReply,
  parseOperationReply,
  parseRunReply,
} from '../../core/agent/run-lines';
import type { TargetLink } from '../../targets/target';
import { EngineError } from '../error';
import { type ExchangeOptions, type Reply, exchange } from './exchange';

/** Everything that the agent said in `hello`: as text for the record, and read. */
export interface Hello {
  readonly values: Readonly<Record<string, string>>;
  readonly facts: AgentFacts;
  readonly problems: readonly string[];
}

/** What the control line said of one run. */
export interface RunReplies {
  readonly operations: readonly OperationReply[];
  readonly run: RunReply;
  readonly problems: readonly string[];
}

async function ask(
  link: TargetLink,
  line: string,
  options: ExchangeOptions,
): Promise<readonly string[]> {
  const [command = ''] = line.split(' ');
  const reply = await exchange(link, line, options);
  const { value } = parseReply(reply.final);
  if (value.kind === 'error') {
    throw new EngineError('agent-error', `The agent refused "${line}": ${value.reason}`);
  }
  if (value.kind !== 'ok' || value.command !== command) {
    throw new EngineError('agent-error', `The agent answered "${line}" with "${reply.final}".`);
  }
  return linesOf(reply);
}

function linesOf(reply: Reply): readonly string[] {
  return [...reply.data, reply.final];
}

/** Asks the agent who it is; refuses one whose figures could not be trusted. */
export async function hello(
  link: TargetLink,
  build: ImageBuild,
  options: ExchangeOptions,
): Promise<Hello> {
  const lines = await ask(link, 'hello', options);
  const readings = lines.slice(0, -1).map(parseFact);
  const values = new Map(readings.flatMap((reading) => [...reading.value]));
  const { facts, problems, refusals } = readFacts(values);
  const hooked = build === 'headline' && facts.hooks === 1;
  const [refusal] = hooked
    ? ['The image has kernel trace hooks linked in (hooks=1): its figures are no headline figures.']
    : refusals;
  if (refusal !== undefined) {
    throw new EngineError('refused', refusal, 'Build the images again with: cyclescope build');
  }
  const lineProblems = readings.flatMap((reading) => reading.problems);
  return { values: Object.fromEntries(values), facts, problems: [...lineProblems, ...problems] };
}

/** Asks the agent for its benchmarks. */
export async function listBenches(
  link: TargetLink,
  options: ExchangeOptions,
): Promise<{ readonly benches: readonly Bench[]; readonly problems: readonly string[] }> {
  const lines = await ask(link, 'list', options);
  const readings = lines.slice(0, -1).map(parseBench);
  const benches = readings.flatMap(({ value }) => (value ? [value] : []));
  return { benches, problems: readings.flatMap((reading) => reading.problems) };
}

/** Has one `run` line carried out. */
export async function runLine(
  link: TargetLink,
  line: string,
  options: ExchangeOptions,
): Promise<RunReplies> {
  const lines = await ask(link, line, options);
  const operations = lines.filter((text) => text.startsWith('op ')).map(parseOperationReply);
  const run = parseRunReply(lines.at(-1) ?? '');
  if (run.value === undefined) {
    throw new EngineError('agent-error', `The agent answered "${line}" with "${lines.at(-1)}".`);
  }
  return {
    operations: operations.flatMap(({ value }) => (value ? [value] : [])),
    run: run.value,
    problems: [...operations, run].flatMap((reading) => reading.problems),
  };
}

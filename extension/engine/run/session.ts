import {
  type AgentFacts,
  type AgentImage,
  type Bench,
  type ImageBuild,
  type OperationReply,
  parseBench,
  parseFact,
  parseOperationReply,
  parseReply,
  parseRunReply,
  readFacts,
  type RunReply,
} from '../../agent';
import { EngineError, throwIfCancelled } from '../../base';
import type { Point } from '../../runs';
import type { TargetLink } from '../../targets';
import type { ConditionsWatch } from './conditions';
import { type CommandReply, exchange, type ExchangeOptions } from './exchange';
import {
  benchName,
  checkSettings,
  type PlannedLine,
  planRun,
  selectBenches,
  describeTracedCounts,
} from './plan';
import type { Pass, RunSpec } from './spec';

/** Summary of one run on the control line. */
export interface AnsweredRun {
  readonly run: number;
  readonly repeat: number;
  readonly operations: readonly OperationReply[];
}

/** State of a pass; it grows while the pass runs, so that it is complete even after a failure. */
export interface Session {
  hello: Hello | undefined;
  /** The `run` lines sent so far: from the first on there may be data. */
  sent: number;
  /** The repetition in progress. */
  repeat: number;
  /** The point of a sweep that is being measured. */
  point: Point;
  readonly answered: AnsweredRun[];
  readonly problems: string[];
  readonly notes: string[];
  /** False once measuring a line again did not help: the rest is not measured twice. */
  mayAskAgain: boolean;
  /** Watches the conditions from the first start of the agent on. */
  conditions: ConditionsWatch | undefined;
  /** Facts that the link found out about the hardware. */
  hardware: TargetLink['facts'];
  /** The link's effect on every figure, or another doubt that it has found. */
  disturbance: string | undefined;
}

/** A session in which nothing has happened. */
export function newSession(): Session {
  const lists = { answered: [], problems: [], notes: [] };
  return {
    hello: undefined,
    sent: 0,
    repeat: 0,
    point: {},
    ...lists,
    mayAskAgain: true,
    hardware: undefined,
    disturbance: undefined,
    conditions: undefined,
  };
}

async function greet(
  link: TargetLink,
  session: Session,
  spec: RunSpec,
  { manifest }: AgentImage,
  options: ExchangeOptions,
): Promise<readonly DealtLine[]> {
  const { build } = manifest;
  const answer = await hello(link, build, options);
  session.hello = answer;
  const listed = await listBenches(link, options);
  session.problems.push(...answer.problems, ...listed.problems);
  // Of an image that does not fit whole, the agent lists only what is there.
  const benches = link.dealt === undefined ? listed.benches : manifest.benches;
  session.problems.push(...differing(manifest.benches, benches));
  const selected = selectBenches(benches, spec.patterns);
  checkSettings(selected, spec.settings);
  const note = describeTracedCounts(selected, spec, build);
  if (note !== undefined) session.notes.push(note);
  const names = new Set(selected.map(benchName));
  const isSelected = (bench: Bench) => names.has(benchName(bench));
  noteRefused(link, session, isSelected);
  return (link.dealt?.deals ?? [benches]).flatMap((there, deal) => {
    const due = there.filter(isSelected);
    return planRun(there, due, spec, build).map((planned) => ({ ...planned, deal }));
  });
}

/** A line for the agent, and the deployment in which it has the benchmarks for that. */
interface DealtLine extends PlannedLine {
  readonly deal: number;
}

/** Reports what does not fit into the target's memory; nothing can be measured if that is all. */
function noteRefused(
  { dealt }: TargetLink,
  session: Session,
  isSelected: (bench: Bench) => boolean,
): void {
  const notes = (dealt?.refused ?? [])
    .filter(({ bench }) => isSelected(bench))
    .map(({ bench, reason }) => `${benchName(bench)} was not measured: ${reason}.`);
  const [first] = notes;
  if (first !== undefined && !dealt?.deals.flat().some(isSelected)) {
    throw new EngineError('refused', first, 'Add the agent to a project: cyclescope add');
  }
  session.notes.push(...notes);
}

function differing(declared: readonly Bench[], listed: readonly Bench[]): readonly string[] {
  const names = (benches: readonly Bench[]) =>
    benches.map(({ suite, op }) => `${suite}/${op}`).sort();
  const same = names(declared).join() === names(listed).join();
  return same ? [] : ["The agent's list of benchmarks differs from its manifest."];
}

/** Lines expected from the manifest, for a target that needs all lines before it starts. */
function listExpectedLines(spec: RunSpec, { manifest }: AgentImage): readonly string[] {
  const { benches, build } = manifest;
  const planned = planRun(benches, selectBenches(benches, spec.patterns), spec, build);
  return ['hello', 'list', ...planned.map(({ line }) => line)];
}

interface RunOptions extends ExchangeOptions {
  /**
   * Counts the runs that have started in the stream. Each sends a sync: a lost one comes with the
   * next run.
   */
  readonly runsBegun?: () => number;
  /** Called when a line has been measured and the agent is idle. */
  readonly afterLine?: () => Promise<void>;
}

/** Sends a `run` line and takes all that comes; resolves to whether the stream has its beginning. */
async function measureLine(
  link: TargetLink,
  session: Session,
  line: string,
  repeat: number,
  options: RunOptions,
): Promise<boolean> {
  const begun = options.runsBegun?.();
  const { run, operations, problems } = await runLine(link, line, options);
  session.answered.push({ run: run.run, repeat, operations });
  session.problems.push(...problems);
  await link.drain();
  return begun === undefined || options.runsBegun?.() !== begun;
}

async function measure(
  link: TargetLink,
  session: Session,
  planned: readonly DealtLine[],
  { repeat, build }: { readonly repeat: number; readonly build: ImageBuild },
  options: RunOptions,
): Promise<void> {
  for (const { line, point, deal } of planned) {
    throwIfCancelled(options.signal);
    if (await link.dealt?.bring(deal)) await askAgain(link, deal, build, options);
    session.point = point;
    session.sent += 1;
    const hasBegun = await measureLine(link, session, line, repeat, options);
    // A target that was given all lines beforehand takes no other one.
    const mayAskAgain = session.mayAskAgain && link.announce === undefined;
    if (!hasBegun && mayAskAgain && !options.signal.aborted) {
      session.notes.push(`The stream lacked the beginning of "${line}": it was measured again.`);
      session.answered.pop();
      session.mayAskAgain = await measureLine(link, session, line, repeat, options);
    }
    await options.afterLine?.();
  }
  throwIfCancelled(options.signal);
}

/** The same questions each time bring an agent to its runs in the same state, if it has the answers. */
async function askAgain(
  link: TargetLink,
  deal: number,
  build: ImageBuild,
  options: ExchangeOptions,
): Promise<void> {
  if (link.dealt?.silent.has(deal)) return;
  await hello(link, build, options);
  await listBenches(link, options);
}

/** Repeats from `first` on, which is more than 0 if each repeat opens the target again. */
export interface Repeats {
  readonly first: number;
  readonly count: number;
}

/** Measures everything that was asked for, with all repeats. */
export async function runSession(
  link: TargetLink,
  session: Session,
  spec: RunSpec,
  { image }: Pick<Pass, 'image'>,
  { first, count }: Repeats,
  options: RunOptions,
): Promise<void> {
  link.announce?.(listExpectedLines(spec, image));
  const planned = await greet(link, session, spec, image, options);
  if (planned.length === 0) {
    const hint =
      'Build the image with a family or a file of benchmarks, and keep their linker section.';
    throw new EngineError('unknown-benchmark', 'The agent has no benchmarks.', hint);
  }
  for (let repeat = first; repeat < first + count; repeat++) {
    session.repeat = repeat;
    if (repeat > first) {
      const deal = planned[0]?.deal ?? 0;
      const isBrought = await link.dealt?.bring(deal);
      if (isBrought !== true) await link.restart();
      link.announce?.(listExpectedLines(spec, image));
      await askAgain(link, deal, image.manifest.build, options);
    }
    await measure(link, session, planned, { repeat, build: image.manifest.build }, options);
  }
}

/** The agent's answer to `hello`: as text for the record, and parsed. */
interface Hello {
  readonly values: Readonly<Record<string, string>>;
  readonly facts: AgentFacts;
  readonly problems: readonly string[];
}

/** Reads the summary of one run from the control line. */
interface RunReplies {
  readonly operations: readonly OperationReply[];
  readonly run: RunReply;
  readonly problems: readonly string[];
}

/** The failure of a reply that this version does not expect. */
const makeReplyError = (line: string, reply = '') =>
  new EngineError(
    'agent-error',
    `The agent answered "${line}" with "${reply}".`,
    'The agent may be from another version of Cyclescope: build its image again.',
  );

async function ask(
  link: TargetLink,
  line: string,
  options: ExchangeOptions,
): Promise<readonly string[]> {
  const [command = ''] = line.split(' ');
  const reply = await exchange(link, line, options);
  const { value } = parseReply(reply.final);
  if (value.kind === 'error') {
    throw new EngineError(
      'agent-error',
      `The agent refused "${line}": ${value.reason}`,
      'Correct what the agent names; cyclescope list shows the parameters of each benchmark.',
    );
  }
  if (value.kind !== 'ok' || value.command !== command) {
    throw makeReplyError(line, reply.final);
  }
  return listLines(reply);
}

function listLines(reply: CommandReply): readonly string[] {
  return [...reply.data, reply.final];
}

/** Sends `hello`; refuses an agent whose figures could not be trusted. */
async function hello(
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
    ? [
        'The image has kernel trace hooks linked in (hooks=1): its figures cannot serve as headline figures.',
      ]
    : refusals;
  if (refusal !== undefined) {
    throw new EngineError('refused', refusal, 'Build the images again with: cyclescope build');
  }
  const lineProblems = readings.flatMap((reading) => reading.problems);
  return { values: Object.fromEntries(values), facts, problems: [...lineProblems, ...problems] };
}

/** Asks the agent for its benchmarks. */
async function listBenches(
  link: TargetLink,
  options: ExchangeOptions,
): Promise<{ readonly benches: readonly Bench[]; readonly problems: readonly string[] }> {
  const lines = await ask(link, 'list', options);
  const readings = lines.slice(0, -1).map(parseBench);
  const benches = readings.flatMap(({ value }) => (value ? [value] : []));
  return { benches, problems: readings.flatMap((reading) => reading.problems) };
}

/** Sends one `run` line and waits for its end. */
async function runLine(
  link: TargetLink,
  line: string,
  options: ExchangeOptions,
): Promise<RunReplies> {
  const lines = await ask(link, line, options);
  const operations = lines.filter((text) => text.startsWith('op ')).map(parseOperationReply);
  const run = parseRunReply(lines.at(-1) ?? '');
  if (run.value === undefined) {
    throw makeReplyError(line, lines.at(-1));
  }
  return {
    operations: operations.flatMap(({ value }) => (value ? [value] : [])),
    run: run.value,
    problems: [...operations, run].flatMap((reading) => reading.problems),
  };
}

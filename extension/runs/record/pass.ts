import {
  type Clock,
  type CollectedOperation,
  type CollectedRun,
  type ImageBuild,
  type OperationReply,
  type Series,
  toUnit,
  toUnits,
} from '../../agent';
import { groupBy } from '../../base';
import {
  type ClockReadings,
  clockStep,
  toDistribution,
  merge,
  rawDoubts,
  splitByFlag,
} from '../../measure';
import type { ClockRecord, OperationRecord, RunPass } from './record';
import { RULES } from './rules';

/** A run found in the recording, with the engine's information about it. */
export interface PassRun {
  readonly run: CollectedRun;
  /** Its repeat, from 0. */
  readonly repeat: number;
  /** The `op` lines of its control answer, if received. */
  readonly replies?: readonly OperationReply[] | undefined;
}

export interface PassInput {
  readonly build: ImageBuild;
  /** The name of the recording next to the record. */
  readonly recording: string;
  readonly image: RunPass['image'];
  /** All facts from `hello`. */
  readonly facts: ReadonlyMap<string, string>;
  /** Other load during the pass. */
  readonly conditions?: Readonly<Record<string, string>> | undefined;
  readonly runs: readonly PassRun[];
  readonly stream: RunPass['stream'];
  readonly problems?: readonly string[] | undefined;
}

/** Creates the record of one pass from the runs collected from its recording. */
export function buildPass(input: PassInput): RunPass {
  const { build, recording, image, facts, conditions, runs, stream } = input;
  const clocks: ClockRecord[] = [];
  const operations = runs.flatMap((each) => runOperations(each, input, clocks));
  return {
    build,
    rules: RULES,
    recording,
    image,
    facts: Object.fromEntries(facts),
    ...addPreemptions(conditions, operations),
    clocks: clocks.map((clock, index) => withStep(clock, index, operations)),
    operations,
    stream,
    problems: [
      ...(input.problems ?? []),
      ...streamProblems(stream),
      ...runs.flatMap(({ run }) => runProblems(run)),
    ],
  };
}

/** Adds how often the system took the processor from the agent, if it reports any. */
function addPreemptions(
  conditions: PassInput['conditions'],
  operations: readonly OperationRecord[],
): Pick<RunPass, 'conditions'> {
  const counts = operations.flatMap(({ preemptions }) => preemptions ?? []);
  if (counts.length === 0) return conditions ? { conditions: { ...conditions } } : {};
  const preemptions = counts.reduce((sum, count) => sum + count, 0);
  return { conditions: { ...conditions, preemptions: String(preemptions) } };
}

function runOperations(
  { run, repeat, replies = [] }: PassRun,
  { build, image }: PassInput,
  clocks: ClockRecord[],
): OperationRecord[] {
  const { clock } = run;
  if (clock === undefined) return [];
  const hooked = image.hooks === 1 || run.hooks;
  const refusal =
    build === 'headline' && hooked
      ? 'the image has trace hooks linked in, which slow every kernel call'
      : undefined;
  const clockIndex = indexOfClock(clocks, clock);
  const counter = run.facts.get('counter');
  return run.operations.map((operation) => {
    const name = `${operation.suite}/${operation.name}`;
    const reply = replies.find((candidate) => candidate.name === name);
    return operationRecord(operation, { repeat, clock, clockIndex, counter, reply, refusal });
  });
}

function indexOfClock(clocks: ClockRecord[], { name, hz, unit, ratio: [num, den] }: Clock): number {
  const found = clocks.findIndex(
    (known) =>
      known.name === name &&
      known.hz === hz &&
      known.unit === unit &&
      known.ratio[0] === num &&
      known.ratio[1] === den,
  );
  return found >= 0 ? found : clocks.push({ name, hz, unit, ratio: [num, den] }) - 1;
}

/** Counts the repeats of the operation that has most. */
export function countPassRepeats(passes: readonly RunPass[]): number {
  const operations = passes.flatMap((pass) => pass.operations);
  return Math.max(0, ...operations.map(({ repeat }) => repeat)) + 1;
}

/** Adds a clock's step, if the values measured with it show one. */
export function withStep(
  clock: ClockRecord,
  index: number,
  operations: readonly OperationRecord[],
): ClockRecord {
  const own = operations.filter((each) => each.clock === index);
  const groups = groupBy(own, ({ suite, op }) => `${suite}/${op}`);
  const step = clockStep(Array.from(groups.values(), collectReadings));
  return step === undefined ? clock : { ...clock, step };
}

/** All values of an operation's repeats. */
function collectReadings(repeats: readonly OperationRecord[]): ClockReadings {
  const empty = merge(...repeats.map((each) => each.empty.samples));
  const samples = repeats.flatMap(({ quiet, ticked }) => [quiet, ticked]);
  const others = repeats.flatMap(({ batches, empty: { batches: loops }, cold }) => [
    ...batches.elapsed,
    ...loops,
    ...(cold === null ? [] : [cold]),
  ]);
  return { values: merge(...samples, empty, toDistribution(Float64Array.from(others))), empty };
}

function runProblems({ run, suite, end, clock, problems }: CollectedRun): string[] {
  const all = [...problems];
  if (clock === undefined) all.push('skipped, because its clock is unusable');
  if (end === undefined) all.push('the recording ends before the run does');
  if (end?.status === 'failed' || end?.status === 'refused') {
    all.push(`${end.status}: ${end.reason || 'no reason given'}`);
  }
  return all.map((problem) => `Run ${run} (${suite}): ${problem}.`);
}

function streamProblems({ overflows, lostPackets }: RunPass['stream']): string[] {
  if (overflows === 0 && lostPackets === 0) return [];
  return [`The stream overflowed ${overflows} times and lost ${lostPackets} packets.`];
}

/** The content of an operation's record that is not in the stream. */
interface OperationContext {
  readonly repeat: number;
  /** The clock and its index among the pass's clocks. */
  readonly clock: Clock;
  readonly clockIndex: number;
  /** The unit of the processor's counter, from the agent. */
  readonly counter: string | undefined;
  /** The agent's answer on the control line, if known. */
  readonly reply?: OperationReply | undefined;
  /** The reason if the figures must not be used at all. */
  readonly refusal?: string | undefined;
}

/** Creates the record of one operation, with ticks in the clock's unit. */
function operationRecord(
  operation: CollectedOperation,
  context: OperationContext,
): OperationRecord {
  const { ratio } = context.clock;
  const { series, end } = operation;
  const samples = toUnits(series.sample.ticks, ratio);
  const [quiet, ticked] = splitByFlag(samples, series.sample.ticked);
  const [cold] = series.cold.ticks;
  return {
    suite: operation.suite,
    op: operation.name,
    at: operation.at,
    repeat: context.repeat,
    clock: context.clockIndex,
    requested: operation.n,
    warmup: operation.warmup,
    params: { ...operation.params },
    ...outcome(operation, context.refusal),
    attempted: end?.attempted ?? operation.decoded,
    stored: end?.stored ?? operation.decoded,
    decoded: operation.decoded,
    cold: cold === undefined ? null : toUnit(cold, ratio),
    quiet,
    ticked,
    digest: digest(samples),
    batches: {
      size: operation.batchSize,
      elapsed: [...toUnits(series.batch.ticks, ratio)],
      ticked: listTickedIndices(series.batch),
    },
    ...recordCountedBatches(operation, context.counter),
    ...(operation.preemptions !== undefined && { preemptions: operation.preemptions }),
    empty: {
      samples: toDistribution(toUnits(series.emptySample.ticks, ratio)),
      batches: [...toUnits(series.emptyBatch.ticks, ratio)],
    },
    problems: [
      ...operation.problems,
      ...rawDoubts(series.sample.ticks),
      ...replyProblems(operation, context.reply),
    ],
  };
}

function outcome(
  { end }: CollectedOperation,
  refusal: string | undefined,
): Pick<OperationRecord, 'status' | 'reason'> {
  if (refusal !== undefined) return { status: 'refused', reason: refusal };
  if (end === undefined) return { status: 'incomplete', reason: 'the recording ends before it' };
  return end.reason === '' ? { status: end.status } : { status: end.status, reason: end.reason };
}

function recordCountedBatches(
  { batchSize, series }: CollectedOperation,
  unit = 'counts',
): Pick<OperationRecord, 'counted'> {
  const counts = [...series.countedBatch.ticks];
  const empty = [...series.emptyCountedBatch.ticks];
  if (counts.length === 0) return {};
  return { counted: { unit, size: batchSize, counts, empty } };
}

function replyProblems(operation: CollectedOperation, reply: OperationReply | undefined): string[] {
  const { end } = operation;
  if (reply === undefined || end === undefined) return [];
  const same = (['status', 'attempted', 'stored'] as const).every((key) => reply[key] === end[key]);
  if (same) return [];
  const counts = ({ status, attempted, stored }: typeof end | OperationReply): string =>
    `${status}, ${stored} of ${attempted}`;
  return [`control line and stream disagree: ${counts(reply)} against ${counts(end)}`];
}

function listTickedIndices({ ticked }: Series): number[] {
  return Array.from(ticked.keys()).filter((index) => ticked[index] === 1);
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a (32 bit) over the values in order, each as eight little-endian bytes: 8 hex digits. */
export function digest(values: Float64Array): string {
  let hash = OFFSET;
  for (const value of values) {
    const low = value >>> 0;
    hash = addWord(hash, low);
    hash = addWord(hash, (value - low) / 2 ** 32);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function addWord(hash: number, word: number): number {
  let sum = hash;
  for (let bit = 0; bit < 32; bit += 8) sum = Math.imul(sum ^ ((word >>> bit) & 0xff), PRIME);
  return sum;
}

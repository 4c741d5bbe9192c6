import {
  type AgentEvent,
  type OperationBegin,
  parseFact,
  type RunBegin,
  type SampleKind,
} from '../../agent';

/*
 * Predicts when an agent measures a block, so that the host stays off the target meanwhile:
 *
 *     const forecast = newBlockForecast((name) => getMax(name));
 *     forecast.push(event, wait); // every event of the stream
 *     const milliseconds = forecast.next(); // undefined: no block begins now
 *     if (milliseconds !== undefined) link.hush?.(milliseconds);
 *
 * The agent's division of an operation into blocks follows from `op_begin` and the facts, and the length of
 * a block from the ticks of earlier ones. A prediction never delays a result for long: silences have limits
 * (a quarter of a second for an unknown block, two seconds at most), after which the host polls. Where the
 * target's clock does not measure real time, the pace is learned from the waits themselves.
 */

/** Predicts how long the host should stay silent during the next block of a pass. */
export interface BlockForecast {
  /** Takes an event of the stream, and the wait for the block that it ends. */
  push(event: AgentEvent, wait: BlockWait): void;
  /** Milliseconds for the block that may begin now; once for each, undefined where none begins. */
  next(): number | undefined;
}

/** Progress of the current operation. */
interface Position {
  readonly operation: OperationBlocks;
  readonly begun: OperationBegin;
  readonly done: Done;
  /** The block that is being waited for, or whose values are. */
  block: Block | undefined;
  /** The host's wait for the block, once it has ended. */
  ended: { readonly wait: BlockWait; readonly clockTicks: number } | undefined;
  values: number;
  ticks: number;
  /** `next` has not been called for the awaited block yet. */
  isNews: boolean;
}

/** Facts of the agent, and its clock. */
interface Agent {
  run: RunBegin | undefined;
  pace: Pace | undefined;
  /** Capacity of its sample store. */
  store: number | undefined;
  tickHz: number;
  lastTicks: number;
}

type GetMax = (name: string) => number;

/** Creates a forecast; `getMax` is the limit of an operation's executions per round, 0 for none. */
export function newBlockForecast(getMax: GetMax): BlockForecast {
  const operations = new Map<string, OperationBlocks>();
  const agent: Agent = {
    run: undefined,
    pace: undefined,
    store: undefined,
    tickHz: 1000,
    lastTicks: 0,
  };
  let position: Position | undefined;

  const begin = (begun: OperationBegin): Position => {
    const key = `${begun.name} ${begun.params}`;
    const operation = operations.get(key) ?? newOperationBlocks();
    operations.set(key, operation);
    if (agent.run !== undefined) agent.pace ??= newPace(agent.run, agent.tickHz);
    const nothing = { done: {}, block: undefined, ended: undefined, values: 0, ticks: 0 };
    const at = { operation, begun, ...nothing, isNews: true };
    return { ...at, block: blockAfter(at, agent, getMax) };
  };
  return {
    push: (event, wait) => {
      if (event.kind === 'runBegin') [agent.run, agent.lastTicks] = [event, event.clockTicks];
      if (event.kind === 'fact') readFact(event.text, agent);
      if (event.kind === 'operationBegin') position = begin(event);
      if (position === undefined) return;
      if (event.kind === 'flush') {
        // It begins to measure once all values have been sent; 0 means that it is still sending.
        if (event.block !== 0) complete(position, agent, getMax);
        if (event.block === 0 || event.measuring) position.isNews = true;
        else end(position, event.clockTicks, wait, agent);
      }
      addValues(position, event);
      if (position.values === position.block?.values) complete(position, agent, getMax);
      if (event.kind !== 'operationEnd') return;
      complete(position, agent, getMax);
      position = undefined;
    },
    next: () => {
      if (position?.isNews !== true || position.ended !== undefined) return undefined;
      const { operation, block } = position;
      position.isNews = false;
      return block && agent.pace && computeSilence(predictLength(operation, block, agent.pace));
    },
  };
}

function blockAfter({ done, operation, begun }: Position, agent: Agent, getMax: GetMax) {
  const blockSize = agent.run?.traced === true ? operation.tracedSize : agent.store;
  return nextBlock({ operation: begun, blockSize, max: getMax(begun.name) }, done);
}

function end(at: Position, clockTicks: number, wait: BlockWait, agent: Agent): void {
  at.ended = { wait, clockTicks: clockTicks - agent.lastTicks };
  agent.lastTicks = clockTicks;
}

/** Called when all values of a block have arrived: its duration and its successor are then known. */
function complete(at: Position, agent: Agent, getMax: GetMax): void {
  const { block, ended, values, ticks, operation, done } = at;
  if (ended === undefined || block === undefined) return;
  const { batchSize } = at.begun;
  if (agent.pace) learnBlock(operation, { block, ...ended, values, ticks, batchSize }, agent.pace);
  const isTraced = agent.run?.traced === true;
  if (isTraced && block.kind === 'sample' && values > 0) operation.tracedSize ??= values;
  done[block.kind] = (done[block.kind] ?? 0) + (block.kind === 'cold' ? block.operations : values);
  Object.assign(at, { ended: undefined, values: 0, ticks: 0, isNews: true });
  at.block = blockAfter(at, agent, getMax);
}

function addValues(at: Position, event: AgentEvent): void {
  if (event.kind === 'samples') {
    at.values += event.values.length;
    for (const value of event.values) at.ticks += value >>> 1;
  }
  if (event.kind === 'traced') {
    at.values += 1;
    at.ticks += (event.stop - event.start) >>> 0;
  }
}

function readFact(text: string, agent: Agent): void {
  const { value } = parseFact(text);
  const store = Number(value.get('block'));
  const tickHz = Number(value.get('tick_hz'));
  if (store > 0) agent.store = store;
  if (tickHz > 0) agent.tickHz = tickHz;
}

/** The host's wait for a block that has ended. */
export interface BlockWait {
  /** The block took no more: since it could begin, or the whole silence where it was over by then. */
  readonly milliseconds: number;
  /** An earlier poll found nothing, so the block took about this long. */
  readonly wasPolled: boolean;
}

/** A block that has ended waits for so long at most: the smaller of a share and a time. */
const LATE = 0.05;
const LATE_MS = 5;

/**
 * Predicts the length of such a block, in milliseconds, from another one that took `most` by the
 * target's clock, which limits the estimate when the host itself was busy.
 */
export function learnLength(predicted: number, wait: BlockWait, most: number): number {
  return Math.min(wait.wasPolled ? wait.milliseconds : predicted, most);
}

/** Returns the time that the host stays silent for such a block. */
export function computeSilence(milliseconds: number): number {
  return milliseconds + Math.min(LATE_MS, milliseconds * LATE);
}

/** Everything learnt about an operation's blocks, over all of its measurements. */
interface OperationBlocks {
  readonly seen: ExecutionTicks;
  /** In milliseconds, by block shape: those that were longer than guessed by the target's clock. */
  readonly lengths: Map<string, number>;
  /** Samples of a traced block, which the agent does not report. */
  tracedSize: number | undefined;
}

/** A block that has ended, with all of its values. */
interface EndedBlock {
  readonly block: Block;
  readonly wait: BlockWait;
  /** Between its end and that of the one before, by the target's clock. */
  readonly clockTicks: number;
  readonly values: number;
  /** The sum of its values. */
  readonly ticks: number;
  readonly batchSize: number;
}

const toKey = ({ kind, operations, startsRound }: Block) => `${kind} ${operations} ${startsRound}`;

/** Nothing is known yet. */
const newOperationBlocks = (): OperationBlocks => ({
  seen: {},
  lengths: new Map(),
  tracedSize: undefined,
});

/** Milliseconds that a block takes: as many as an earlier one of its shape, or an estimate from its ticks. */
function predictLength({ lengths, seen }: OperationBlocks, block: Block, pace: Pace): number {
  return lengths.get(toKey(block)) ?? pace.guess(guessTicks(block, seen));
}

/** Learns from a block that has ended. */
function learnBlock(operation: OperationBlocks, ended: EndedBlock, pace: Pace): void {
  const { block, wait, ticks, values, batchSize } = ended;
  const { lengths, seen } = operation;
  const predicted = predictLength(operation, block, pace);
  const isBatch = block.kind === 'batch' || block.kind === 'emptyBatch';
  if (values > 0) seen[block.kind] = ticks / (values * (isBatch ? batchSize : 1));
  pace.learn(guessTicks(block, seen), wait);
  const most = pace.most(ended.clockTicks);
  // A better guess replaces an earlier one.
  if (most === undefined || !(wait.wasPolled || lengths.has(toKey(block)))) return;
  lengths.set(toKey(block), learnLength(predicted, wait, most));
}

/** Ticks of one execution, by the kind of block in which they were seen. */
type ExecutionTicks = Partial<Record<SampleKind, number>>;

/** The predicted duration of a block, and its basis. */
interface TicksGuess {
  readonly ticks: number;
  readonly from: 'nothing' | 'one execution' | 'a block';
}

/** Around each sample, outside its window, the clock is read twice and the value is stored. */
const READINGS_BESIDE = 5;

/** Estimates from earlier blocks of the same operation; never less than is likely. */
export function guessTicks({ kind, operations }: Block, seen: ExecutionTicks): TicksGuess {
  const reading = seen.emptySample ?? 0;
  const one = estimateExecution(kind, seen, reading);
  if (one === undefined) return { ticks: 0, from: 'nothing' };
  const beside = kind === 'sample' || kind === 'cold' ? READINGS_BESIDE * reading : 0;
  const isCold = kind === 'sample' && seen.sample === undefined;
  return { ticks: operations * (one + beside), from: isCold ? 'one execution' : 'a block' };
}

function estimateExecution(
  kind: SampleKind,
  seen: ExecutionTicks,
  reading: number,
): number | undefined {
  if (kind === 'emptyBatch') return seen.emptyBatch ?? reading;
  if (kind === 'sample') return seen.sample ?? seen.cold;
  if (kind !== 'batch' || seen.batch !== undefined) return seen[kind];
  if (seen.sample === undefined) return undefined;
  return Math.max(0, seen.sample - reading) + (seen.emptyBatch ?? reading);
}

/** A block that an agent is going to measure. */
export interface Block {
  readonly kind: SampleKind;
  /** Executions of the operation in it. */
  readonly operations: number;
  /** Number of its values; undefined if only the agent knows. */
  readonly values: number | undefined;
  /** The agent prepares a round before it. */
  readonly startsRound: boolean;
}

/** Parameters that divide an operation into blocks. */
export interface Division {
  readonly operation: Pick<OperationBegin, 'n' | 'warmup' | 'batchSize' | 'batches'>;
  /** Samples of a whole block; undefined where only the agent knows. */
  readonly blockSize: number | undefined;
  /** The most that may exist at once; 0: no limit. */
  readonly max: number;
}

/** The amount measured of each kind: values, or executions of the cold round. */
export type Done = Partial<Record<SampleKind, number>>;

/** The empty samples with which every operation begins. */
const EMPTY_SAMPLES = 64;
/** The most values in any block of batches, if the agent does not report them. */
const UNKNOWN_STORE = 1024;

/** The block that follows; undefined at the end. The agent measures in the same order. */
export function nextBlock(division: Division, done: Done): Block | undefined {
  const { n, warmup, batchSize, batches } = division.operation;
  const { cold = 0, sample = 0, batch = 0 } = done;
  if (done.emptySample === undefined) {
    const values = EMPTY_SAMPLES;
    return { kind: 'emptySample', operations: values, values, startsRound: false };
  }
  const store = division.blockSize ?? UNKNOWN_STORE;
  if (batches > 0 && done.emptyBatch === undefined) {
    const values = Math.min(batches, store);
    return { kind: 'emptyBatch', operations: values * batchSize, values, startsRound: false };
  }
  if (cold <= warmup) {
    const operations = Math.min(store, 1 + warmup - cold);
    return { kind: 'cold', operations, values: cold === 0 ? 1 : 0, startsRound: cold === 0 };
  }
  if (sample < n) return nextSamples(division, sample);
  if (batch >= batches) return undefined;
  const most = Math.min(batches, store, ...roundLimit(division.max, batchSize));
  const values = Math.min(most, batches - batch);
  return { kind: 'batch', operations: values * batchSize, values, startsRound: true };
}

function nextSamples({ operation, blockSize, max }: Division, sample: number): Block {
  const round = max === 0 ? operation.n : max;
  const inRound = sample % round;
  const left = Math.min(round - inRound, operation.n - sample);
  const values = blockSize === undefined ? undefined : Math.min(blockSize, left);
  const startsRound = inRound === 0;
  return { kind: 'sample', operations: values ?? left, values, startsRound };
}

function roundLimit(max: number, batchSize: number): readonly number[] {
  return max === 0 ? [] : [Math.floor(max / batchSize)];
}

/** Turns a target's ticks into this computer's milliseconds. */
interface Pace {
  /** Estimates a block's duration only from its ticks. */
  guess(guess: TicksGuess): number;
  /** Corrects the estimate by the time that a block really took. */
  learn(guess: TicksGuess, wait: BlockWait): void;
  /**
   * The longest that a block can have taken by the target's clock; undefined where that clock does
   * not measure time, so that a block's length is always estimated.
   */
  most(clockTicks: number): number | undefined;
}

/** Covers a block of some dozens of executions, and the latency of commands and polls. */
const SHORT_MS = 4;
/** The agent finds its ring empty at a tick, waits for the next one, and for a part of another. */
const TICKS_BEFORE = 3;
/** A guess from a single, first execution may be far too long, and any guess may be too long. */
const LONGEST_MS = { nothing: 250, 'one execution': 1000, 'a block': 2000 } as const;
/** An emulator is faster than this, unless the computer is busy. */
const EMULATED_PER_MS = 25_000;
/** An emulator may not get a processor at once. */
const EMULATED_SHORT_MS = 12;
/** A busy computer stays busy for a while. */
const [BUSIER, CALMER] = [1.5, 0.85];
/** Waiting longer for every block would cost more than polling during one. */
const BUSIEST_MS = 60;

const limitWait = (milliseconds: number, { from }: TicksGuess) =>
  Math.min(milliseconds, LONGEST_MS[from]);

/** A clock's pace; `tickHz` is that of the target's kernel. */
export function newPace(clock: Pick<RunBegin, 'clockHz' | 'unit' | 'ratio'>, tickHz: number): Pace {
  return clock.unit === 'instructions'
    ? newEmulatedPace(clock.ratio)
    : exactPace(clock.clockHz, tickHz);
}

function exactPace(clockHz: number, tickHz: number): Pace {
  const before = SHORT_MS + (TICKS_BEFORE * 1000) / tickHz;
  const most = (ticks: number) => (ticks * 1000) / clockHz;
  return {
    guess: (guess) => limitWait(before + most(guess.ticks), guess),
    learn: () => undefined,
    most,
  };
}

/**
 * Idle time of an emulated core passes at once, and its pace otherwise changes
 * with the load of this computer. So it is assumed to be slow: waiting affects no figure.
 */
function newEmulatedPace([numerator, denominator]: RunBegin['ratio']): Pace {
  const perTick = numerator / denominator / EMULATED_PER_MS;
  let busy = 0;
  const usual = ({ ticks }: TicksGuess) => EMULATED_SHORT_MS + ticks * perTick;
  return {
    guess: (guess) => limitWait(usual(guess) + busy, guess),
    learn: (guess, { milliseconds, wasPolled }) => {
      busy *= CALMER;
      if (!wasPolled) return;
      busy = Math.min(BUSIEST_MS, Math.max(busy, BUSIER * (milliseconds - usual(guess))));
    },
    most: () => undefined,
  };
}

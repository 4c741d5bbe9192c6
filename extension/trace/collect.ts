import {
  type Clock,
  decodeEvent,
  type Flush,
  makeClock,
  type OperationBegin,
  parseFact,
  type RunBegin,
  type TracedSample,
} from '../agent';
import { createU32Column, createU8Column, parseInteger } from '../base';

/** A reading of the benchmark clock, with its position in the stream. */
export interface ClockReading {
  readonly ticks: number;
  readonly clock: number;
}

/** Traced samples of one operation, in the order of measurement. */
export interface RawSamples {
  readonly index: Uint32Array;
  readonly start: Uint32Array;
  readonly stop: Uint32Array;
  /** Bit 0: contains a tick; bit 1: cold; bit 2: a sum of stretches. */
  readonly flags: Uint8Array;
  /** Number in the run of the preceding reading. */
  readonly reading: Uint32Array;
}

/** An operation as recorded in the stream. */
export interface RawOperation {
  readonly name: string;
  readonly at: string;
  readonly start: number;
  readonly stop: number;
  readonly samples: RawSamples;
}

/** A benchmark run as recorded in the stream. */
export interface RawRun {
  readonly core: number;
  readonly traced: boolean;
  readonly hooks: boolean;
  readonly clock: Clock | undefined;
  readonly facts: ReadonlyMap<string, string>;
  /** The stream's ticks less its clock's raw reading, modulo 2^32; undefined if not recorded. */
  readonly offset: number | undefined;
  readonly readings: readonly ClockReading[];
  readonly operations: readonly RawOperation[];
  /** Start and end times of measured blocks. */
  readonly blocks: readonly {
    readonly start: number;
    readonly stop: number;
    readonly block: number;
  }[];
}

interface Draft {
  readonly begin: RunBegin;
  readonly core: number;
  readonly facts: Map<string, string>;
  readonly readings: ClockReading[];
  readonly operations: DraftOperation[];
  readonly blocks: { start: number; stop: number; block: number }[];
  offset: number | undefined;
  open: { readonly start: number; readonly block: number } | undefined;
}

interface DraftOperation {
  readonly op: number;
  readonly name: string;
  readonly at: string;
  readonly start: number;
  stop: number;
  readonly samples: ReturnType<typeof collectSamples>;
}

const PERIOD = 2 ** 32;

/** Wraps a number of ticks as a 32-bit counter does. */
export const wrapTicks = (ticks: number): number => ((ticks % PERIOD) + PERIOD) % PERIOD;

function collectSamples() {
  const index = createU32Column();
  const start = createU32Column();
  const stop = createU32Column();
  const reading = createU32Column();
  const flags = createU8Column();
  return {
    push(event: TracedSample, lastReading: number): void {
      index.push(event.index);
      start.push(event.start);
      stop.push(event.stop);
      flags.push(Number(event.tickInside) + 2 * Number(event.cold) + 4 * Number(event.sum));
      reading.push(lastReading);
    },
    value: (): RawSamples => ({
      index: index.values(),
      start: start.values(),
      stop: stop.values(),
      flags: flags.values(),
      reading: reading.values(),
    }),
  };
}

function addFact(run: Draft, text: string, before: number): void {
  for (const [key, value] of parseFact(text).value) {
    run.facts.set(key, value);
    const stamp = key === 'stream_stamp' ? parseInteger(value) : undefined;
    if (stamp !== undefined) run.offset = wrapTicks(before - stamp);
  }
}

function addFlush(run: Draft, { measuring, block, clockTicks }: Flush, ticks: number): void {
  run.readings.push({ ticks, clock: clockTicks });
  if (run.open && !measuring) run.blocks.push({ ...run.open, stop: ticks });
  run.open = measuring ? { start: ticks, block } : undefined;
}

/** Includes all of its parameters: a sweep has many operations with the same name. */
function beginOperation(
  { op, name: operation, at, params }: OperationBegin,
  ticks: number,
): DraftOperation {
  const name = [operation, params].filter(Boolean).join(' ');
  return { op, name, at, start: ticks, stop: ticks, samples: collectSamples() };
}

function toRun({ begin, core, facts, readings, operations, blocks, offset }: Draft): RawRun {
  return {
    core,
    facts,
    readings,
    blocks,
    offset,
    traced: begin.traced,
    hooks: begin.hooks,
    clock: makeClock(begin.clock, begin.unit, begin.clockHz, begin.ratio),
    operations: operations.map(({ samples, name, at, start, stop }) => ({
      name,
      at,
      start,
      stop,
      samples: samples.value(),
    })),
  };
}

/** Collects from Cyclescope's events what the timeline shows of benchmark runs. */
export function collectTrace() {
  const drafts: Draft[] = [];
  let before = 0;

  function add(
    run: Draft,
    event: NonNullable<ReturnType<typeof decodeEvent>['value']>,
    ticks: number,
  ) {
    const operation = run.operations.at(-1);
    switch (event.kind) {
      case 'fact':
        return addFact(run, event.text, before);
      case 'operationBegin':
        run.operations.push(beginOperation(event, ticks));
        return;
      case 'flush':
        return addFlush(run, event, ticks);
      case 'traced':
        if (operation?.op === event.op) operation.samples.push(event, run.readings.length - 1);
        break;
      case 'samples':
      case 'operationEnd':
      case 'runEnd':
      case 'runBegin':
    }
    if (operation) operation.stop = Math.max(operation.stop, ticks);
  }

  return {
    /** Takes one event: its number in the module, and where and when it was recorded. */
    push(number: number, payload: Uint8Array, core: number, ticks: number): void {
      const { value: event } = decodeEvent(number, payload);
      const last = drafts.at(-1);
      // A block begins after its last preparation event; preparing it is not part of it.
      if (last?.open && event?.kind !== 'flush') last.open = { ...last.open, start: ticks };
      if (event?.kind === 'runBegin') {
        const reading = { ticks, clock: event.clockTicks };
        drafts.push({
          begin: event,
          core,
          facts: new Map(),
          readings: [reading],
          operations: [],
          blocks: [],
          offset: undefined,
          open: undefined,
        });
      }
      const run = drafts.at(-1);
      if (run && event) add(run, event, ticks);
      before = ticks;
    },
    runs: (): readonly RawRun[] => drafts.map(toRun),
  };
}

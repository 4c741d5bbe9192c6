import type { Clock } from '../agent';
import { createF64Column, createU32Column, createU8Column } from '../base';
import { type ClockReading, type RawRun, wrapTicks } from './collect';
import type { TraceOperation } from './model';
import { newStretches, type Stretches } from './stretches';

/** Traced samples of all operations, one entry each. */
export interface Samples {
  readonly operation: Uint32Array;
  readonly index: Uint32Array;
  readonly flags: Uint8Array;
  /** In ticks of the benchmark clock. */
  readonly elapsed: Uint32Array;
  /** In ticks of the stream. */
  readonly start: Float64Array;
  readonly stop: Float64Array;
}

/** The run of an operation, as far as its samples need it. */
export interface SampleRun {
  readonly core: number;
  readonly clock: Clock | undefined;
  readonly facts: ReadonlyMap<string, string>;
  /** True if windows are placed exactly, to the tick. */
  readonly isExact: boolean;
}

/** Benchmark runs as shown on a timeline. */
export interface Benchmarks {
  readonly operations: readonly (TraceOperation & { readonly run: SampleRun })[];
  readonly samples: Samples;
  /** Lanes, with the numbers of operations, blocks and samples. */
  readonly operationStretches: Stretches;
  readonly blockStretches: Stretches;
  readonly sampleStretches: Stretches;
}

const HALF = 2 ** 31;

/**
 * Ticks less readings, from the readings sent soonest: an event's stamp comes some instructions
 * after the reading in it.
 */
function nearestOffset(readings: readonly ClockReading[]): number {
  const [first] = readings;
  if (!first) return 0;
  const origin = first.ticks - first.clock;
  let nearest = 0;
  for (const { ticks, clock } of readings) {
    const apart = wrapTicks(ticks - clock - origin);
    nearest = Math.min(nearest, apart < HALF ? apart : apart - 2 * HALF);
  }
  return wrapTicks(origin + nearest);
}

/** Finds where in the stream a reading of the clock was taken. */
function placer({ readings, offset, clock }: RawRun, sysFreq: number | undefined) {
  const rate = clock && sysFreq ? sysFreq / clock.hz : 1;
  const known = rate === 1 ? (offset ?? nearestOffset(readings)) : undefined;
  return (raw: number, from: number): number => {
    const { ticks, clock: read } = readings[from] ?? { ticks: 0, clock: 0 };
    const late = known === undefined ? 0 : wrapTicks(ticks - known - read);
    return ticks - late - wrapTicks(read - raw) * rate;
  };
}

function newSamples() {
  const operation = createU32Column();
  const index = createU32Column();
  const flags = createU8Column();
  const elapsed = createU32Column();
  const start = createF64Column();
  const stop = createF64Column();
  return {
    push(of: number, which: number, flag: number, ticks: number, from: number, to: number): void {
      operation.push(of);
      index.push(which);
      flags.push(flag);
      elapsed.push(ticks);
      start.push(from);
      stop.push(to);
    },
    count: () => operation.length,
    value: (): Samples => ({
      operation: operation.values(),
      index: index.values(),
      flags: flags.values(),
      elapsed: elapsed.values(),
      start: start.values(),
      stop: stop.values(),
    }),
  };
}

/** Drops stretches of a lane that are out of order or overlap. */
function inOrder() {
  const stretches = newStretches();
  let end = -Infinity;
  return {
    push(start: number, stop: number, ref: number): void {
      if (start < end || stop < start) return;
      stretches.push(start, stop, ref);
      end = stop;
    },
    value: stretches.value,
  };
}

/** Places benchmark runs on the timeline. */
export function placeBenchmarks(runs: readonly RawRun[], sysFreq: number | undefined): Benchmarks {
  const operations: Benchmarks['operations'][number][] = [];
  const samples = newSamples();
  const lanes = { operation: inOrder(), block: inOrder(), sample: inOrder() };
  for (const run of runs) {
    const place = placer(run, sysFreq);
    const of: SampleRun = { ...run, isExact: run.offset !== undefined };
    run.blocks.forEach(({ start, stop, block }) => lanes.block.push(start, stop, block));
    for (const { name, at, start, stop, samples: raw } of run.operations) {
      const number = operations.length;
      const repeat = operations.filter((each) => each.name === name).length;
      lanes.operation.push(start, stop, number);
      for (let i = 0; i < raw.index.length; i++) {
        const from = place(raw.start[i] ?? 0, raw.reading[i] ?? 0);
        const to = place(raw.stop[i] ?? 0, raw.reading[i] ?? 0);
        lanes.sample.push(from, to, samples.count());
        const ticks = wrapTicks((raw.stop[i] ?? 0) - (raw.start[i] ?? 0));
        samples.push(number, raw.index[i] ?? 0, raw.flags[i] ?? 0, ticks, from, to);
      }
      operations.push({ name, at, start, stop, repeat, samples: raw.index.length, run: of });
    }
  }
  return {
    operations,
    samples: samples.value(),
    operationStretches: lanes.operation.value(),
    blockStretches: lanes.block.value(),
    sampleStretches: lanes.sample.value(),
  };
}

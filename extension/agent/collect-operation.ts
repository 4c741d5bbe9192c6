import { createF64Column, createU32Column, createU8Column, parseInteger } from '../base';
import { newProblems } from '../systemview';
import type { CollectedEnd, CollectedOperation, Gap, Series } from './collected';
import {
  type OperationBegin,
  SAMPLE_KINDS,
  type SampleKind,
  type SamplesEvent,
  type TracedSample,
} from './events';
import { parseTokens } from './tokens';

/** Collects the values of one operation. */
export interface OperationCollector {
  readonly op: number;
  readonly name: string;
  readonly n: number;
  readonly decoded: number;
  /** Samples received, not counting values of other kinds. */
  readonly samples: number;
  /** Their ticks, without a copy. */
  ticks(): Uint32Array;
  addSamples(event: SamplesEvent): void;
  addTraced(event: TracedSample, time: number): void;
  addProblem(problem: string): void;
  /** The preemptions of the agent by the system. */
  preemptions?: number | undefined;
  end(end: CollectedEnd): void;
  value(): CollectedOperation;
}

/** Creates a collector for the operation that `begin` announces. */
export function collectOperation(begin: OperationBegin): OperationCollector {
  const params = readParams(begin.params);
  const problems = newProblems();
  params.problems.forEach(problems.add);
  const series = perKind(collectSeries);
  const traced = collectWindows();
  let decoded = 0;
  let end: CollectedEnd | undefined;

  return {
    op: begin.op,
    name: begin.name,
    n: begin.n,
    get decoded() {
      return decoded;
    },
    get samples() {
      return series.sample.length;
    },
    ticks: series.sample.ticks,
    addSamples({ sampleKind, first, values }) {
      const into = series[sampleKind];
      into.expect(first);
      into.append(values);
      decoded += values.length;
    },
    addTraced(event, time) {
      const into = event.cold ? series.cold : series.sample;
      into.expect(event.index);
      into.push((event.stop - event.start) >>> 0, Number(event.tickInside));
      traced.push(event, time);
      decoded += 1;
    },
    addProblem: problems.add,
    end(reply) {
      end = reply;
      countProblems(reply, decoded).forEach(problems.add);
    },
    value: () => ({
      op: begin.op,
      ...splitName(begin.name),
      at: begin.at,
      n: begin.n,
      warmup: begin.warmup,
      batchSize: begin.batchSize,
      batches: begin.batches,
      params: params.value,
      series: perKind((kind) => series[kind].values()),
      traced: traced.values(),
      decoded,
      end,
      problems: [
        ...SAMPLE_KINDS.flatMap((kind) => orderProblems(kind, series[kind])),
        ...problems.list(),
      ],
    }),
  };
}

function countProblems({ attempted, stored }: CollectedEnd, decoded: number): string[] {
  const problems: string[] = [];
  if (stored !== attempted) {
    problems.push(`the target stored ${stored} of ${attempted} values`);
  }
  if (decoded !== stored) problems.push(`${decoded} of ${stored} stored values arrived`);
  return problems;
}

function perKind<T>(make: (kind: SampleKind) => T): Record<SampleKind, T> {
  return {
    cold: make('cold'),
    sample: make('sample'),
    batch: make('batch'),
    emptySample: make('emptySample'),
    emptyBatch: make('emptyBatch'),
    countedBatch: make('countedBatch'),
    emptyCountedBatch: make('emptyCountedBatch'),
  };
}

function splitName(name: string): { suite: string; name: string } {
  const slash = name.indexOf('/');
  return { suite: name.slice(0, Math.max(slash, 0)), name: name.slice(slash + 1) };
}

function readParams(text: string) {
  const { words, values, problems: found } = parseTokens(text);
  const read = Array.from(values, ([name, value]) => [name, parseInteger(value)] as const);
  const good = read.filter((pair): pair is [string, number] => pair[1] !== undefined);
  const bad = read.filter(([, value]) => value === undefined).map(([name]) => name);
  const problems = [...words, ...bad].map((name) => `the parameter "${name}" has no number`);
  return { value: Object.fromEntries(good), problems: [...found, ...problems] };
}

/** Reports all gaps of a kind in one sentence: a ring that is too small causes thousands. */
function orderProblems(kind: SampleKind, { gaps, disordered }: SeriesCollector): string[] {
  const problems: string[] = [];
  const missing = gaps.reduce((sum, { count }) => sum + count, 0);
  const [first] = gaps;
  if (first !== undefined) {
    const where = gaps.length === 1 ? `from index ${first.first} on` : `in ${gaps.length} places`;
    problems.push(`${missing} of kind ${kind} are missing ${where}`);
  }
  if (disordered > 0) problems.push(`${disordered} packets of kind ${kind} came out of order`);
  return problems;
}

/** Collects the values of one kind. */
interface SeriesCollector {
  readonly length: number;
  readonly gaps: readonly Gap[];
  /** Packets that overlap an earlier one. */
  readonly disordered: number;
  /** Called with the index of the following values, to detect missing ones. */
  expect(first: number): void;
  push(ticks: number, ticked: number): void;
  /** Values as transmitted: `ticks * 2 + (1 if a kernel tick fell inside)`. */
  append(values: Uint32Array): void;
  values(): Series;
  /** The ticks alone, without a copy. */
  ticks(): Uint32Array;
}

/** Creates an empty collector. */
function collectSeries(): SeriesCollector {
  const ticks = createU32Column();
  const ticked = createU8Column();
  const gaps: Gap[] = [];
  let next = 0;
  let disordered = 0;
  return {
    gaps,
    get length() {
      return ticks.length;
    },
    get disordered() {
      return disordered;
    },
    expect(first) {
      if (first > next) gaps.push({ first: next, count: first - next });
      if (first < next) disordered += 1;
      next = first;
    },
    push(value, flag) {
      ticks.push(value);
      ticked.push(flag);
      next += 1;
    },
    append(values) {
      const intoTicks = ticks.extend(values.length);
      const intoTicked = ticked.extend(values.length);
      for (let i = 0; i < values.length; i += 1) {
        const value = values[i] ?? 0;
        intoTicks[i] = value >>> 1;
        intoTicked[i] = value & 1;
      }
      next += values.length;
    },
    values: () => ({ ticks: ticks.values(), ticked: ticked.values(), gaps: [...gaps] }),
    ticks: ticks.values,
  };
}

/** Creates a collector for the positions of traced samples. */
function collectWindows() {
  const index = createU32Column();
  const start = createU32Column();
  const stop = createU32Column();
  const flags = createU8Column();
  const times = createF64Column();
  return {
    push(event: TracedSample, time: number): void {
      index.push(event.index);
      start.push(event.start);
      stop.push(event.stop);
      flags.push(Number(event.tickInside) + 2 * Number(event.cold));
      times.push(time);
    },
    values: () => ({
      index: index.values(),
      start: start.values(),
      stop: stop.values(),
      flags: flags.values(),
      time: times.values(),
    }),
  };
}

import { newProblems } from '../systemview/problems';
import type { CollectedEnd, CollectedOperation } from './collected';
import { collectSeries, collectWindows, orderProblems } from './collect-series';
import {
  type OperationBegin,
  SAMPLE_KINDS,
  type SampleKind,
  type SamplesEvent,
  type TracedSample,
} from './events';
import { parseInteger } from './numbers';
import { parseTokens } from './tokens';

/** Gathers the values of one operation. */
export interface OperationCollector {
  readonly op: number;
  readonly name: string;
  readonly n: number;
  readonly decoded: number;
  /** Samples proper that have arrived. */
  readonly samples: number;
  /** Their ticks, without a copy. */
  ticks(): Uint32Array;
  addSamples(event: SamplesEvent): void;
  addTraced(event: TracedSample, time: number): void;
  addProblem(problem: string): void;
  end(end: CollectedEnd): void;
  value(): CollectedOperation;
}

/** A collector for the operation that `begin` announces. */
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
    end(said) {
      end = said;
      countProblems(said, decoded).forEach(problems.add);
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

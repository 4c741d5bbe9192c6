import type { ClockUnit } from '../agent/clock';
import { toDistribution } from '../measure/distribution';
import type { OperationRecord, RunPass, RunRecord } from '../runs/record/record';
import type { MeansColumn, RunColumn } from './column';
import type { RatioFigures } from './outcome';
import type { Ratio, RunFigures } from './ratio';

/** An operation of an invented run record, with the samples of each run. */
export interface ExampleOperation {
  readonly name: string;
  readonly runs: readonly (readonly number[])[];
  /** Elapsed in batches of 100, the same in each run. */
  readonly batches?: readonly number[];
  readonly change?: Partial<OperationRecord>;
}

export interface ExampleColumn {
  readonly operations: readonly ExampleOperation[];
  readonly deterministic?: boolean;
  readonly unit?: ClockUnit;
  readonly hz?: number;
  readonly facts?: Readonly<Record<string, string>>;
  readonly pass?: Partial<RunPass>;
}

/** A column with a run record of the given samples. */
export function exampleColumn(example: ExampleColumn): RunColumn {
  const { operations, deterministic = false, unit = 'ns', hz = 1e9 } = example;
  const pass: RunPass = {
    build: 'headline',
    recording: 'recording.SVDat',
    image: { sha256: 'ab', compiler: 'gcc 12.2.1', flags: '-O2', hooks: 0 },
    facts: { ...example.facts },
    clocks: [{ name: 'clock', hz, unit, ratio: [1, 1] }],
    operations: operations.flatMap(operationRecords),
    stream: { bytes: 1, events: 1, overflows: 0, lostPackets: 0 },
    problems: [],
    ...example.pass,
  };
  return { kind: 'run', record: makeRecord(pass, deterministic) };
}

/** A published column in nanoseconds. */
export function exampleMeans(means: Readonly<Record<string, number>>): MeansColumn {
  const operations = Object.entries(means).map(([name, mean]) => {
    const [suite = '', op = ''] = name.split('/');
    return { suite, op, mean, doubts: [] };
  });
  return {
    kind: 'published',
    address: 'published:paper/table/column',
    title: 'A paper',
    unit: 'ns',
    unitsPerSecond: 1e9,
    facts: { board: 'theirs' },
    operations,
  };
}

/** Whole samples of several runs, with the given relative spread within and between runs. */
export function drawRuns(
  random: Random,
  { mean = 10_000, runs = 5, samples = 1_000, within = 0.02, between = 0 },
): number[][] {
  return Array.from({ length: runs }, () => {
    const own = mean * (1 + between * random.normal());
    return Array.from({ length: samples }, () =>
      Math.max(1, Math.round(own * (1 + within * random.normal()))),
    );
  });
}

function operationRecords({ name, runs, batches = [], change }: ExampleOperation) {
  const [suite = '', op = ''] = name.split('/');
  return runs.map((samples, repeat): OperationRecord => ({
    suite,
    op,
    at: 'bench.c:1',
    repeat,
    clock: 0,
    requested: samples.length,
    warmup: 1,
    params: {},
    status: 'ok',
    cold: null,
    ticked: [],
    problems: [],
    attempted: samples.length,
    stored: samples.length,
    decoded: samples.length,
    quiet: toDistribution(Float64Array.from(samples)),
    digest: samples.join(' '),
    batches: { size: 100, elapsed: [...batches], ticked: [] },
    empty: { samples: [[0, 1]], batches: [] },
    ...change,
  }));
}

function makeRecord(pass: RunPass, deterministic: boolean): RunRecord {
  return {
    schema: 2,
    id: 'run-1',
    created: '2026-11-20T22:15:00Z',
    tool: 'cyclescope 0.1.0',
    target: { id: 'board', title: 'A board', deterministic },
    status: 'complete',
    command: 'cyclescope run',
    repeat: 1,
    durationSeconds: 1,
    passes: [pass],
    notes: [],
    problems: [],
  };
}

/** A reproducible source of random numbers, for made-up runs. */
export interface Random {
  /** With mean 0 and deviation 1. */
  normal(): number;
}

const WORDS = 2 ** 32;

/** Creates a generator that depends only on the text of the seed. */
export function createRandom(seed: string): Random {
  const word = xoshiro128(deriveState(seed));
  const uniform = (): number => (word() + 0.5) / WORDS;
  let spare: number | undefined;
  return {
    normal() {
      if (spare !== undefined) {
        const kept = spare;
        spare = undefined;
        return kept;
      }
      const [one, other] = normalPair(uniform);
      spare = other;
      return one;
    },
  };
}

/** Blackman and Vigna's generator xoshiro128**: 32 bits a call, period 2^128 - 1. */
function xoshiro128([a, b, c, d]: readonly [number, number, number, number]): () => number {
  let [s0, s1, s2, s3] = [a, b, c, d];
  return () => {
    const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9);
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotate(s3, 11);
    return result >>> 0;
  };
}

/** Marsaglia's polar method. */
function normalPair(uniform: () => number): [number, number] {
  for (;;) {
    const x = 2 * uniform() - 1;
    const y = 2 * uniform() - 1;
    const square = x * x + y * y;
    if (square === 0 || square >= 1) continue;
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    return [x * factor, y * factor];
  }
}

/** Derives four words by hashing the text (FNV-1a) and mixing a counter into the hash. */
function deriveState(seed: string): [number, number, number, number] {
  let hash = 0x811c9dc5;
  for (const character of seed) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  const part = (index: number): number => mix(hash + Math.imul(index, 0x9e3779b9));
  return [part(1), part(2), part(3), part(4)];
}

function mix(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** Figures of two sides that are judged by the figures of their runs; the rest is only shown. */
export function exampleFigures(
  figuresOfRuns: RunFigures,
  ratio: Ratio = { value: 1, interval: { low: 0.9, high: 1.1 } },
): RatioFigures {
  return {
    unit: 'ns',
    from: 'samples',
    withLoop: false,
    decidedBy: 'median',
    mean: ratio,
    median: ratio,
    trimmed: undefined,
    change: undefined,
    rank: undefined,
    delta: 0.02,
    noise: undefined,
    runs: [figuresOfRuns.first.length, figuresOfRuns.second.length],
    figuresOfRuns,
    layout: undefined,
  };
}

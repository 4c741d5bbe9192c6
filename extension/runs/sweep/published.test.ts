import { expect, it } from 'vitest';
import type { Bench, BenchParameter } from '../../agent/manifest';
import { publishedColumns } from '../published/published';
import { collectPublishedValues } from './published';

const bench = (suite: string, op: string, params: readonly BenchParameter[]): Bench => ({
  suite,
  op,
  params,
  iterations: 1,
  max: 0,
  warmup: 0,
  batches: 0,
  about: '',
  at: 'x.c:1',
});
const parameter = (name: string, min: number, max: number) => ({ name, min, max, default: min });
const threads = parameter('threads', 1, 32);

it('uses the values of the tables, separately for each suite, as far as the benchmarks accept them', () => {
  const benches = [
    bench('sort', 'quick', [threads, parameter('size', 100, 100_000)]),
    bench('matrix', 'addition', [threads, parameter('size', 512, 8192)]),
    bench('crypto', 'aes', [parameter('kilobytes', 1, 10_000), parameter('block', 1, 9)]),
    bench('heap', 'malloc', []),
  ];
  expect(collectPublishedValues(benches, publishedColumns())).toEqual({
    'sort.threads': [2, 4, 8, 16, 32],
    'sort.size': [100, 1000, 10_000, 100_000],
    'matrix.threads': [2, 4, 8, 16, 32],
    'matrix.size': [512, 1024, 2048, 4096, 8192],
    'crypto.kilobytes': [5120],
  });
});

it('is empty for benchmarks that the tables list without parameters', () => {
  expect(collectPublishedValues([bench('heap', 'malloc', [threads])], publishedColumns())).toEqual(
    {},
  );
});

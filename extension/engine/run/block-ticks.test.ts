import { describe, expect, test } from 'vitest';
import { guessTicks } from './block-ticks';
import type { Block } from './next-block';

const block = (kind: Block['kind'], operations = 100): Block => ({
  ...{ kind, operations, values: operations, startsRound: false },
});

describe('guessTicks', () => {
  test('of an operation never seen it guesses nothing', () => {
    const nothing = { ticks: 0, from: 'nothing' };
    for (const kind of ['emptySample', 'cold', 'sample', 'batch'] as const) {
      expect(guessTicks(block(kind), {})).toEqual(nothing);
    }
  });

  test('takes an empty loop for readings of the clock', () => {
    expect(guessTicks(block('emptyBatch'), { emptySample: 10 }).ticks).toBe(1000);
  });

  test('takes the cold execution for a sample, with readings beside each', () => {
    const seen = { emptySample: 10, cold: 200 };
    expect(guessTicks(block('sample'), seen)).toEqual({ ticks: 25_000, from: 'one execution' });
    const more = { ...seen, sample: 100 };
    expect(guessTicks(block('sample'), more)).toEqual({ ticks: 15_000, from: 'a block' });
  });

  test('takes a sample without its reading for an execution in a batch', () => {
    const seen = { emptySample: 10, sample: 100, emptyBatch: 4 };
    expect(guessTicks(block('batch'), seen)).toEqual({ ticks: 9400, from: 'a block' });
    expect(guessTicks(block('batch'), { ...seen, batch: 80 }).ticks).toBe(8000);
  });
});

import { describe, expect, it } from 'vitest';
import { makeClock } from '../../core/measure/clock';
import { newLiveHistogram } from './live-histogram';

const clock = makeClock('timer0', 'instructions', 25_000_000, [5, 1]);

const samples = (ticks: readonly number[]) => ({ ticks: Uint32Array.from(ticks), clock });
const total = ({ counts }: { readonly counts: readonly number[] }) =>
  counts.reduce((sum, count) => sum + count, 0);

describe('a live histogram', () => {
  it('is in the unit of the clock', () => {
    const { edges, counts } = newLiveHistogram()('heap/malloc', samples([10, 10, 12]));
    expect([edges[0], counts[0]]).toEqual([50, 2]);
    expect(edges.at(-2)).toBeLessThanOrEqual(60);
    expect(counts.at(-1)).toBe(1);
  });

  it('counts every sample once, however often it is asked for', () => {
    const live = newLiveHistogram();
    const all = [10, 20, 30, 40];
    expect(total(live('heap/malloc', samples(all.slice(0, 2))))).toBe(2);
    expect(total(live('heap/malloc', samples(all.slice(0, 2))))).toBe(2);
    expect(total(live('heap/malloc', samples(all)))).toBe(4);
  });

  it('begins anew with another operation', () => {
    const live = newLiveHistogram();
    live('heap/malloc', samples([10, 20]));
    expect(total(live('heap/free', samples([70])))).toBe(1);
  });

  it('is empty before the first sample', () => {
    expect(newLiveHistogram()('heap/malloc', undefined)).toMatchObject({ counts: [] });
    expect(newLiveHistogram()('heap/malloc', samples([]))).toMatchObject({ counts: [] });
  });

  it('has at most 64 bins and loses nothing when there are very many different values', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 1_000_003);
    const live = newLiveHistogram()('heap/malloc', samples(many));
    expect(live.counts.length).toBeLessThanOrEqual(64);
    expect(total(live)).toBe(many.length);
  });
});

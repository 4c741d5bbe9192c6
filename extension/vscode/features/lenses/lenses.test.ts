import { describe, expect, it } from 'vitest';
import type { LiveProgress } from '../../../workers/run/protocol';
import type { RunningRun } from '../../common/services';
import { findLiveState } from './lenses';

const makeRunning = (patterns: readonly string[], updates: readonly LiveProgress[] = []) => ({
  phase: 'Starting a board',
  spec: { patterns } as RunningRun['spec'],
  updates: new Map(updates.map((update) => [update.operation, update])),
});

describe('the state of an operation during a run', () => {
  const update = { operation: 'heap/free', samples: 3 } as LiveProgress;

  it('is its latest update', () => {
    expect(findLiveState(makeRunning([], [update]), 'heap/free')).toBe(update);
  });

  it('is to measure another one first, once that has started', () => {
    const lock = { operation: 'mutex/lock', isEnd: true } as LiveProgress;
    const malloc = { operation: 'heap/malloc', isEnd: false } as LiveProgress;
    expect(findLiveState(makeRunning([], [lock, malloc]), 'heap/free')).toMatchObject({
      first: 'heap/malloc',
    });
    expect(findLiveState(makeRunning([], [lock]), 'heap/free')).toMatchObject({ first: undefined });
  });

  it.each([
    [[], true],
    [['heap'], true],
    [['heap/*'], true],
    [['mutex/*', 'heap/fr?e'], true],
    [['mutex'], false],
    [['heap/malloc'], false],
  ])('with %j is to wait for it: %s', (patterns, waits) => {
    const waiting = { first: undefined, phase: 'Starting a board' };
    expect(findLiveState(makeRunning(patterns), 'heap/free')).toEqual(waits ? waiting : undefined);
  });
});

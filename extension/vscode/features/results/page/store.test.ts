import { describe, expect, it } from 'vitest';
import type { LiveOperation, RunningModel } from '../protocol';
import { mergeLive, splitLive } from './store';

const live = (operation: string, change: Partial<LiveOperation> = {}): LiveOperation => ({
  build: 'headline',
  repeat: 0,
  operation,
  samples: 1,
  requested: 9,
  rate: 5,
  isEnd: false,
  unit: 'instr',
  shape: { scale: 'linear', edges: [], counts: [] },
  ...change,
});
const run: RunningModel = {
  target: 'x',
  isEmulated: true,
  order: 'heap/*',
  startedAt: 0,
  phase: 'deploying',
  messages: [],
  operations: [live('heap/malloc'), live('heap/free')],
  state: 'running',
};
const news = { version: 1, type: 'live', phase: 'measuring', state: 'running' } as const;

describe('a run in progress', () => {
  it('takes new operations and keeps the order of measuring', () => {
    const operations = [
      live('heap/malloc', { isEnd: true }),
      live('heap/malloc', { build: 'traced' }),
    ];
    const merged = mergeLive(run, { ...news, messages: ['a'], operations });
    expect(
      merged.operations.map(({ operation, build, isEnd }) => [operation, build, isEnd]),
    ).toEqual([
      ['heap/malloc', 'headline', true],
      ['heap/free', 'headline', false],
      ['heap/malloc', 'traced', false],
    ]);
    expect([merged.phase, merged.messages]).toEqual(['measuring', ['a']]);
  });

  it('keeps the two agents apart that take turns', () => {
    const operations = [live('heap/malloc', { agent: 'A' }), live('heap/malloc', { agent: 'B' })];
    const news2 = { ...news, messages: [], operations };
    const merged = mergeLive({ ...run, operations: [] }, news2);
    const more = [live('heap/malloc', { agent: 'A', samples: 7 })];
    const { operations: all } = mergeLive(merged, { ...news2, operations: more });
    expect(all.map(({ agent, samples }) => [agent, samples])).toEqual([
      ['A', 7],
      ['B', 1],
    ]);
  });

  it('has one operation in progress: the last one that has not ended', () => {
    const operations = ['a', 'b', 'c', 'd'].map((name, at) => live(name, { isEnd: at < 2 }));
    const { current, ended } = splitLive({ ...run, operations });
    expect(current!.operation).toBe('d');
    expect(ended.map(({ operation }) => operation)).toEqual(['b', 'a']);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { runColumn } from '../../../../report/columns';
import { compareReported } from '../../../../report/compared';
import { buildComparison } from '../../../../report/comparison/build';
import { exampleRun } from '../../../../report/testing';
import type { ToCompare } from '../protocol';
import {
  drawn,
  filter,
  operations,
  receive,
  selected,
  selectedName,
  shown,
  stateToKeep,
} from './store';

type Message = Extract<ToCompare, { type: 'comparison' }>;

/** Two runs, the second with the given cost. */
function comparison(cost: number, references = ['h#a', 'h#b'], name?: string): Message {
  const runs = [exampleRun({ 'heap/malloc': 70 }), exampleRun({ 'heap/malloc': cost }, '9f9f')];
  const known = references.map((reference) => {
    return { reference, name, isSample: false, isPinned: false, hasProfile: false };
  });
  const model = buildComparison(compareReported(runs.map(runColumn)));
  return { version: 1, type: 'comparison', model, known };
}

const samples = (columns: string[]): ToCompare => ({
  version: 1,
  type: 'samples',
  columns,
  operation: 'heap/malloc',
  drawn: [null],
});

beforeEach(() => {
  shown.value = undefined;
  filter.value = 'all';
  selectedName.value = undefined;
});

describe('what the comparison view knows', () => {
  it('calls a run by the name that its user gave it', () => {
    receive(comparison(70, undefined, 'before the fix'));
    expect(shown.value?.model.columns[0]?.label).toBe('before the fix');
  });

  it('drops samples of columns that are not shown any more', () => {
    receive(comparison(70));
    receive(samples(['h#b', 'h#a']));
    expect(drawn.value.size).toBe(0);
    receive(samples(['h#a', 'h#b']));
    expect(drawn.value.size).toBe(1);
    receive(comparison(70, ['h#b', 'h#a']));
    expect(drawn.value.size).toBe(0);
  });

  it('never hides everything behind a filter', () => {
    receive(comparison(95));
    filter.value = 'changed';
    expect(operations.value).toHaveLength(1);
    receive(comparison(70));
    expect(filter.value).toBe('all');
    expect(selected.value?.name).toBe('heap/malloc');
  });

  it('keeps what it compares', () => {
    expect(stateToKeep()).toBeUndefined();
    receive({ ...comparison(70), delta: 0.05 });
    expect(stateToKeep()).toMatchObject({ columns: ['h#a', 'h#b'], delta: 0.05 });
  });
});

import { describe, expect, it } from 'vitest';
import type { TestItem } from 'vscode';
import { benchName, selectBenches } from '../../../engine/run/plan';
import { bench } from '../../../engine/testing/benches';
import { itemId } from '../../common/item-id';
import { listItemNames, choosePatterns, listSelections } from './selection';

const benches = [bench('heap', 'malloc'), bench('heap', 'free'), bench('mutex', 'lock')];
const board = { home: 'h', target: 'board' };
const known = [
  { ...board, benches },
  { home: 'h', target: 'other', benches },
];

const listPairs = (...args: Parameters<typeof listSelections>) =>
  listSelections(...args).map(({ target, patterns }) => [target, patterns]);

describe('the selection', () => {
  it('is everything on a target without a pattern', () => {
    expect(listPairs(known, [board], [])).toEqual([['board', []]]);
  });

  it('is what was clicked, on its own target', () => {
    expect(listPairs(known, [{ ...board, suite: 'heap' }], [])).toEqual([['board', ['heap']]]);
    expect(listPairs(known, [{ ...board, suite: 'heap', op: 'free' }], [])).toEqual([
      ['board', ['heap/free']],
    ]);
  });

  it('respects excludes', () => {
    expect(listPairs(known, [board], [{ ...board, suite: 'heap', op: 'free' }])).toEqual([
      ['board', ['heap/malloc', 'mutex']],
    ]);
    expect(listPairs(known, [board], [board])).toEqual([]);
  });

  it('is one run per target if several are selected', () => {
    expect(listPairs(known, [{ home: 'h' }], []).map(([target]) => target)).toEqual([
      'board',
      'other',
    ]);
  });
});

it('patterns select exactly the intended benchmarks', () => {
  for (let mask = 1; mask < 2 ** benches.length; mask += 1) {
    const selected = benches.filter((_, index) => mask & (1 << index));
    const again = selectBenches(benches, choosePatterns(benches, selected));
    expect(again.map(benchName)).toEqual(selected.map(benchName));
  }
});

it('a family includes the variants below it', () => {
  const item = (suite: string, op: string | undefined, children: readonly TestItem[] = []) => {
    const below = new Map(children.map((child) => [child.id, child]));
    return { id: itemId({ ...board, suite, op }), children: below } as unknown as TestItem;
  };
  const variant = item('native_heap', undefined, [item('native_heap', 'malloc')]);
  const heap = item('heap', undefined, [item('heap', 'malloc'), variant]);
  expect(listItemNames([heap, item('mutex', 'lock')]).map(({ suite, op }) => [suite, op])).toEqual([
    ['heap', undefined],
    ['native_heap', undefined],
    ['mutex', 'lock'],
  ]);
});

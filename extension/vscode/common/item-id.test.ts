import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { includesItem, itemId, itemName } from './item-id';

const heap = { home: 'file:///a', target: 'ssh://me@host:22', suite: 'heap' };

describe('the id of an item', () => {
  it('returns the names, whatever they contain', () => {
    const name = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(name, name, name, name, (home, target, suite, op) => {
        const whole = { home, target, suite, op };
        expect(itemName(itemId(whole))).toEqual(whole);
        const homeTarget = { home, target, suite: undefined, op: undefined };
        expect(itemName(itemId({ home, target }))).toEqual(homeTarget);
      }),
    );
  });

  it('starts with the id of its parent', () => {
    expect(itemId({ ...heap, op: 'free' }).startsWith(`${itemId(heap)}/`)).toBe(true);
  });
});

it('an item contains itself and its children', () => {
  const free = { ...heap, op: 'free' };
  expect(includesItem(heap, free)).toBe(true);
  expect(includesItem(free, free)).toBe(true);
  expect(includesItem({ home: heap.home }, free)).toBe(true);
  expect(includesItem(free, heap)).toBe(false);
  expect(includesItem({ ...heap, target: 'other' }, free)).toBe(false);
});

import { expect, it } from 'vitest';
import type { PublishedChoice } from '../../../workers/figures/protocol';
import { listPublishedItems } from './pick-published';

const choice = (address: string, document: string, shared: number): PublishedChoice => ({
  address,
  document,
  shared,
  system: '',
  hardware: '',
  title: '',
  table: 't',
  operations: 9,
});

it('groups columns by document, keeps their order, and leaves out what is there already', () => {
  const choices = [choice('a', 'one', 7), choice('b', 'two', 3), choice('c', 'one', 7)];
  const items = listPublishedItems(choices, ['a']);
  expect(items).toEqual([
    { heading: 'two' },
    { choice: choices[1], shared: 3 },
    { heading: 'one' },
    { choice: choices[2], shared: 7 },
  ]);
  expect(listPublishedItems([], [])).toEqual([]);
});

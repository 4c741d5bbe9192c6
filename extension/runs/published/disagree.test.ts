import { expect, test } from 'vitest';
import { lineCells } from './cells';
import { disagreements } from './disagree';

test.each([
  ['0.237', '0.237', false],
  ['0.211', '0.237', true],
  ['0.211', '0.212', true],
  ['2.9 µs', '2878', false],
  ['2.9 µs', '2851', false],
  ['2.9 µs', '2849', true],
])('%s and %s', (one, other, isDoubted) => {
  const heads = ['a', 'b'].map((id) => ({ id, unit: 'ns' as const }));
  const [first, second] = lineCells(heads, { name: 'row' }, [one, other]);
  const found = disagreements([{ first, second, firstTable: 'this', secondTable: 'that' }]);
  const doubts = [
    { cell: first, doubt: `that prints ${other} for the same figure` },
    { cell: second, doubt: `this prints ${one} for the same figure` },
  ];
  expect(found).toEqual(isDoubted ? doubts : []);
});

test('a figure printed once cannot disagree', () => {
  const [first] = lineCells([{ id: 'a', unit: 'ns' }], { name: 'row' }, ['1']);
  const once = { first, second: undefined, firstTable: 'this', secondTable: 'that' };
  expect(disagreements([once])).toEqual([]);
});

import { expect, test } from 'vitest';
import { lineCells } from '../cells';
import { change, derive } from '../derived';
import { outOfReach } from './overtos';

test.each([
  ['2.4 µs', '2.4 µs', '-0.4%', []],
  ['2.4 µs', '2.4 µs', '-4.5%', ['-4.5% is printed, but the delta of 2.4 µs and 2.4 µs is 0.00']],
  ['46.0 µs', '3.0 µs', '+1430.0%', []],
  [
    '46.0 µs',
    '3.0 µs',
    '+1340.0%',
    ['+1340.0% is printed, but the delta of 46.0 µs and 3.0 µs is 1433.33'],
  ],
  ['869 ns', '855 ns', '+1.6%', []],
  ['869 ns', '855 ns', '+2.6%', ['+2.6% is printed, but the delta of 869 ns and 855 ns is 1.64']],
])('%s against %s printed as %s', (own, base, delta, doubts) => {
  const heads = [
    { id: 'own', unit: 'ns' },
    { id: 'base', unit: 'ns' },
    { id: 'delta', unit: '%' },
  ] as const;
  const [first, second, cell] = lineCells(heads, { name: 'row' }, [own, base, delta]);
  const changes = derive(cell, 'delta', [first, second], change);
  expect(outOfReach(changes).map(({ doubt }) => doubt)).toEqual(doubts);
});

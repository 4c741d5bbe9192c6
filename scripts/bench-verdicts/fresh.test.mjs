import { expect, test } from 'vitest';
import { exampleRun } from '../../extension/report/testing';
import { drawPairs, judgeFresh } from './fresh.mjs';

test('pairs are different, of two runs each, with the earlier one first', () => {
  const pairs = drawPairs(20, 100);
  expect(new Set(pairs.map(String)).size).toBe(100);
  expect(pairs.filter(([first, second]) => !(first < second && second < 20))).toEqual([]);
});

test('there are no more pairs than those of all runs', () => {
  expect(drawPairs(3, 100).toSorted()).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
});

test('runs of one agent pass, and of slower ones the planted loops are found', () => {
  const runs = (/** @type {number} */ cost) =>
    Array.from({ length: 3 }, (_, at) => exampleRun({ 'planted/spin': cost }, `00${at}a`));
  const fresh = { same: runs(1000), spins: runs(1000), five: runs(1050), ten: runs(1100) };
  const limits = [{ word: 'exit 0', least: 90 }];
  const rows = judgeFresh(fresh, { pairs: 100, same: limits, loops: ['spin'] });
  expect(rows.map(({ isMet, cells: [, pairs, seen] }) => [isMet, pairs, seen])).toEqual([
    [true, '3', 'exit 0 in 3'],
    [true, '3', 'exit 0 in 3'],
    [true, '3', 'regressed in 3'],
    [true, '3', 'exit 3 in 3'],
  ]);
});

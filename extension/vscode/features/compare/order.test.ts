import { expect, it } from 'vitest';
import type { RunEntry } from '../../common/services';
import { sortBySuitability, inOrder } from './pick-runs';

const run = (id: string, day: number, target = 'board', isBaseline = false) =>
  ({ home: 'h', id, created: new Date(day * 1e7), target: { id: target }, isBaseline }) as RunEntry;
const listIds = (runs: readonly RunEntry[]) => runs.map(({ id }) => id);

it('compares with the pinned run, or with the oldest', () => {
  expect(listIds(inOrder([run('c', 3), run('a', 1), run('b', 2)]))).toEqual(['a', 'b', 'c']);
  expect(listIds(inOrder([run('a', 1), run('b', 2, 'board', true)]))).toEqual(['b', 'a']);
});

it('offers the baseline first, then runs of the same target, the newest before older ones', () => {
  const own = run('own', 9);
  const others = [run('x', 8, 'linux'), run('p', 1, 'linux', true), run('a', 2), own, run('b', 3)];
  expect(listIds(sortBySuitability(others, own))).toEqual(['p', 'b', 'a', 'x']);
});

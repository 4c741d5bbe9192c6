import { describe, expect, it } from 'vitest';
import { formatMoment } from '../../../report/text';
import type { RunEntry } from '../../common/services';
import { formatBytes, oneLine } from './labels';
import { cleanUps } from './remove';
import { exampleRun } from './testing';

const other = { id: 'other', title: 'Another board', deterministic: false };

/** The newest first, as in lists. */
const runs = (count: number, facts: (at: number) => Partial<RunEntry> = () => ({})) =>
  Array.from({ length: count }, (_, at) => exampleRun({ id: `${count - at}`, ...facts(at) }));

describe('a clean-up', () => {
  it('keeps the newest of each target, and lists what is deleted and how much that frees', () => {
    const all = runs(12, (at) => ({ bytes: 10, ...(at % 2 === 1 && { target: other }) }));
    const plans = cleanUps(all).map(({ keep, runs: gone, bytes }) => [keep, gone.length, bytes]);
    expect(plans).toEqual([
      [3, 6, 60],
      [1, 10, 100],
      [0, 12, 120],
    ]);
    expect(cleanUps(all)[0]?.runs.map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2', '1']);
  });

  it('never removes the baseline or a run with a name', () => {
    const all = runs(5, (at) => ({ isBaseline: at === 4, ...(at === 3 && { name: 'before' }) }));
    const gone = cleanUps(all).flatMap((plan) => plan.runs);
    expect(gone.some(({ isBaseline, name }) => isBaseline || name !== undefined)).toBe(false);
  });

  it('offers nothing if nothing may be removed, and no two equal choices', () => {
    expect(cleanUps([])).toEqual([]);
    expect(cleanUps(runs(1, () => ({ isBaseline: true })))).toEqual([]);
    const kept = cleanUps(runs(2)).map(({ keep }) => keep);
    expect(kept).toEqual([1, 0]);
  });
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [1_086_384, '1.1 MB'],
  [12_345_678, '12 MB'],
  [999_999_999, '1,000 MB'],
  [5e12, '5.0 TB'],
  [5e15, '5,000 TB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('formats a moment so that it sorts', () => {
  expect(formatMoment(new Date('2026-11-20T23:48:07Z'), 'UTC')).toBe('2026-11-20 23:48:07');
});

it.each([
  ['<img src=x>', '<img src=x>'],
  [' a\n\tb\u001b[31m ', 'a b [31m'],
  ['a\u202Ecba\u2066', 'a cba'],
  ['x'.repeat(65_536), 'x'.repeat(120)],
])('shows %j in one line', (text, shown) => {
  expect(oneLine(text)).toBe(shown);
});

import { describe, expect, test } from 'vitest';
import { type Cell, lineCells } from './cells';
import { derive, mean } from './derived';
import type { PublishedUnit } from './model';
import {
  cyclesPerStep,
  findInheritedDoubts,
  quickComparisons,
  selectionComparisons,
  squareMultiplications,
  tooFast,
  tooLarge,
  type Work,
} from './plausible';

function cell(printed: string, unit: PublishedUnit): Cell {
  const [only] = lineCells([{ id: 'a', unit }], { name: printed }, [printed]);
  if (only === undefined) throw new Error(`${printed} is no figure`);
  return only;
}

function work(printed: string, unit: PublishedUnit, steps: number): Work {
  return { cell: cell(printed, unit), coreHz: 1e6, steps, step: 'round', assumption: 'so' };
}

test.each([
  [selectionComparisons, 100, 4950],
  [quickComparisons, 1024, 10240],
  [squareMultiplications, 1024, 32768],
])('%o of %i is %i', (steps, n, expected) => {
  expect(steps(n)).toBe(expected);
});

describe('cycles per step', () => {
  test.each<[string, PublishedUnit, number, number | undefined]>([
    ['2', 'ms', 1000, 2],
    ['0.5', 's', 1_000_000, 0.5],
    ['300', 'cycles', 100, 3],
    ['7', 'MB/s', 100, undefined],
  ])('%s %s for %i steps at 1 MHz', (printed, unit, steps, expected) => {
    const cycles = cyclesPerStep(work(printed, unit, steps));
    if (expected === undefined) expect(cycles).toBeUndefined();
    else expect(cycles).toBeCloseTo(expected, 9);
  });

  test('doubts less than one, but not exactly one', () => {
    expect(tooFast([work('1', 'ms', 1000)])).toEqual([]);
    expect(tooFast([work('1', 'ms', 1250)]).map(({ doubt }) => doubt)).toEqual([
      'cannot be: 0.80 cycles per round (1,250 of them at 1 MHz, if so)',
    ]);
  });
});

test('data must fit into the memory that the document states', () => {
  const memory = { name: 'RAM', bytes: 1024 };
  const [fits, outgrows] = [cell('1', 'ms'), cell('2', 'ms')];
  const found = tooLarge(
    [
      { cell: fits, bytes: 1024 },
      { cell: outgrows, bytes: 1025 },
    ],
    memory,
  );
  expect(found).toEqual([
    { cell: outgrows, doubt: 'cannot be: 1,025 bytes do not fit the 1,024 bytes of RAM' },
  ]);
});

test('only sound figures inherit a doubt', () => {
  const [bad, good, average] = [cell('1', 'ms'), cell('3', 'ms'), cell('2', 'ms')];
  const derived = derive(average, 'mean', [bad, good], mean);
  expect(findInheritedDoubts(derived, [])).toEqual([]);
  expect(findInheritedDoubts(derived, [{ cell: bad, doubt: 'why' }])).toEqual([
    { cell: average, doubt: 'made of 2 cells, 1 of them in doubt' },
  ]);
  const both = [bad, average].map((each) => ({ cell: each, doubt: 'why' }));
  expect(findInheritedDoubts(derived, both)).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { sumNumbers } from '../../base';
import { type Cell, lineCells } from './cells';
import {
  change,
  derive,
  type Derived,
  disagreements,
  isConsistent,
  mean,
  unevenRounding,
  findInconsistencies,
} from './derived';

function cells(...printed: string[]): Cell[] {
  const heads = printed.map((_, at) => ({ id: `${at}`, unit: 'µs' as const }));
  return lineCells(heads, { name: 'row' }, printed);
}

function total(printed: string, ...parts: string[]): Derived {
  const [cell, ...inputs] = cells(printed, ...parts);
  const [only] = derive(cell, 'sum', inputs, sumNumbers);
  if (only === undefined) throw new Error('not derived');
  return only;
}

test.each([
  [sumNumbers, [1, 2, 4], 7],
  [mean, [1, 2, 6], 3],
  [change, [12, 10], 20],
  [change, [9, 10], -10],
])('computes %o of %j', (formula, values, expected) => {
  expect(formula(values)).toBeCloseTo(expected, 12);
});

describe('a derived figure', () => {
  test.each([
    [total('3.0', '1.0', '2.0'), true],
    [total('3.1', '1.0', '2.0'), true],
    [total('3.2', '1.0', '2.0'), false],
    [total('2.9', '1.0', '2.0'), true],
    [total('4', '1.6', '1.7'), true],
  ])('agrees within one unit of its last digit (%#)', (derived, expected) => {
    expect(isConsistent(derived)).toBe(expected);
  });

  test('is doubted with the right value if it does not agree', () => {
    expect(findInconsistencies([total('4.98', '2.60', '2.5')]).map(({ doubt }) => doubt)).toEqual([
      '4.98 is printed, but the sum of 2.60 and 2.5 is 5.100',
    ]);
  });

  test('needs all its inputs', () => {
    const [cell, part] = cells('3', '1');
    expect(derive(cell, 'sum', [part, undefined], sumNumbers)).toEqual([]);
    expect(derive(undefined, 'sum', [part], sumNumbers)).toEqual([]);
  });
});

describe('rounding', () => {
  const roundedUp = total('10', '9.6');
  const cutOff = total('118', '118.9');
  const either = total('4', '4.2');

  test('doubts both if one group mixes rounding and truncation', () => {
    const found = unevenRounding([roundedUp, either, cutOff]);
    expect(found.map(({ cell }) => cell)).toEqual([roundedUp.cell, cutOff.cell]);
    expect(found[1]?.doubt).toContain('118 is cut off from 118.9, while 10 ("row") is rounded up');
  });

  test('a figure just above the half shows which of the two was done', () => {
    expect(unevenRounding([roundedUp, total('7', '7.55')])).toHaveLength(2);
    expect(unevenRounding([roundedUp, total('7', '7.5')])).toEqual([]);
  });

  test.each([
    ['rounding throughout', [roundedUp, either]],
    ['cutting off throughout', [cutOff, either]],
    ['what does not follow at all', [roundedUp, total('100', '118.9')]],
  ])('doubts nothing for %s', (_, group) => {
    expect(unevenRounding(group)).toEqual([]);
  });
});

test.each([
  ['0.237', '0.237', false],
  ['0.211', '0.237', true],
  ['0.211', '0.212', true],
  ['2.9 µs', '2878', false],
  ['2.9 µs', '2851', false],
  ['2.9 µs', '2849', true],
])('compares %s with %s', (one, other, isDoubted) => {
  const heads = ['a', 'b'].map((id) => ({ id, unit: 'ns' as const }));
  const [first, second] = lineCells(heads, { name: 'row' }, [one, other]);
  const found = disagreements([{ first, second, firstTable: 'this', secondTable: 'that' }]);
  const doubts = [
    { cell: first, doubt: `that prints ${other} for the same figure` },
    { cell: second, doubt: `this prints ${one} for the same figure` },
  ];
  expect(found).toEqual(isDoubted ? doubts : []);
});

test('a figure printed only once cannot disagree', () => {
  const [first] = lineCells([{ id: 'a', unit: 'ns' }], { name: 'row' }, ['1']);
  const once = { first, second: undefined, firstTable: 'this', secondTable: 'that' };
  expect(disagreements([once])).toEqual([]);
});

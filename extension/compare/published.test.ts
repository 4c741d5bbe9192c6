import { expect, test } from 'vitest';
import type { PublishedColumn, PublishedRow } from '../runs/published/model';
import { toMeansColumn } from './published';

const row = (change: Partial<PublishedRow>): PublishedRow => ({
  name: 'Heap allocation',
  op: 'heap/malloc',
  made: undefined,
  call: undefined,
  params: {},
  printed: '1.5',
  value: 1.5,
  unit: 'µs',
  resolution: 0.1,
  doubts: [],
  ...change,
});

const column = (change: Partial<PublishedColumn>): PublishedColumn => ({
  address: 'published:paper/table/rtos',
  document: { id: 'paper', title: 'A paper', authors: [], year: 2020, remarks: [] },
  table: { id: 'table', name: 'Table 1', section: '1' },
  id: 'rtos',
  language: undefined,
  unit: 'µs',
  derived: false,
  rows: [row({})],
  system: { board: 'EVK', core: 'Cortex-M7', coreHz: 600e6, os: 'Zephyr', again: '' },
  ...change,
});

test('a column of a paper, its figures in nanoseconds', () => {
  expect(toMeansColumn(column({ language: 'C' }))).toEqual({
    kind: 'published',
    address: 'published:paper/table/rtos',
    title: 'Zephyr (published: A paper, Table 1)',
    unit: 'ns',
    unitsPerSecond: 1e9,
    facts: { board: 'EVK', core: 'Cortex-M7', core_hz: '600000000', os: 'Zephyr', language: 'C' },
    operations: [{ suite: 'heap', op: 'malloc', params: undefined, mean: 1500, doubts: [] }],
  });
});

test('cycles stay cycles, of the clock that the document names', () => {
  const cycles = column({ unit: 'cycles', rows: [row({ unit: 'cycles', value: 83 })] });
  expect(toMeansColumn(cycles)).toMatchObject({
    unit: 'cycles',
    unitsPerSecond: 600e6,
    operations: [{ mean: 83 }],
  });
});

test('a row that is none of our operations keeps its own name', () => {
  const rows = [row({ op: undefined, name: 'mutex_x', params: { n: 8 }, doubts: ['odd'] })];
  expect(toMeansColumn(column({ rows })).operations).toEqual([
    { suite: 'paper', op: 'mutex_x', params: { n: 8 }, mean: 1500, doubts: ['odd'] },
  ]);
});

test.each([
  ['rates', { unit: 'MB/s', rows: [row({ unit: 'MB/s' })] }],
  ['ratios', { unit: 'x', rows: [row({ unit: 'x' })] }],
  ['what the document derived', { derived: true }],
] as const)('%s are no costs', (_, change) => {
  expect(toMeansColumn(column(change)).operations).toEqual([]);
});

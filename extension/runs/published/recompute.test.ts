import { describe, expect, test } from 'vitest';
import type { PublishedRow } from './model';
import { columnAt, rowAt } from './testing';

/** A figure stated by a document, and the value that we compute from its other figures. */
interface Stated {
  readonly cell: string;
  readonly row: PublishedRow;
  readonly expected: number;
}

function makeStated(address: string, name: string, expected: number): Stated {
  return { cell: `${address} ${name}`, row: rowAt(address, name), expected };
}

function average(...values: number[]): number {
  return values.reduce((total, value) => total + value) / values.length;
}

const THREADS = [2, 4, 8, 16, 32];
const METRICS = ['execution', 'waiting', 'response'];

function whitePaper(): Stated[] {
  const table = 'nxp-zephyr-linux/average';
  return columnAt(`${table}/difference`).rows.map(({ name }) => {
    const linux = rowAt(`${table}/linux-imx6ul`, name).value;
    return makeStated(
      `${table}/difference`,
      name,
      linux / rowAt(`${table}/zephyr-rt1050`, name).value,
    );
  });
}

function rhealstones(): Stated[] {
  const adapted = columnAt('cmsis-rtos/table-iii/x-adapted').rows.map(({ name }) => name);
  return ['rtk', 'x', 'foss', 'x-adapted'].flatMap((id) => {
    const isAdapted = id === 'x-adapted';
    const own = isAdapted ? 'cmsis-rtos/table-iii/x-adapted' : `cmsis-rtos/table-ii/${id}`;
    const at = (name: string): number =>
      rowAt(isAdapted && !adapted.includes(name) ? 'cmsis-rtos/table-ii/x' : own, name).value;
    const five = at('5.2 Resume') + at('5.3 CS to task');
    const [two, three, four] = [
      at('2.1 Wait+CS') + at('2.2 Release+Yield+CS'),
      at('3.1 Get+CS') + at('3.2 Put+preemption'),
      at('4.1 Alloc') + at('4.2 Free'),
    ];
    const mean = average(at('1 Yield+CS'), two, three, four, five, at('6 IRQ Latency'));
    const both = [
      makeStated(own, '5 Total', five),
      makeStated(own, 'k Rhealstones*/s', 1000 / mean),
    ];
    if (isAdapted) return both;
    const rest = [two, three, four].map((sum, n) => makeStated(own, `${n + 2} Total`, sum));
    return [...rest, ...both];
  });
}

function sweeps(): Stated[] {
  const tables = [
    { table: 'twr-k70/table-1', kinds: ['selection', 'quick'], sizes: [1e2, 1e3, 1e4, 1e5, 1e6] },
    {
      table: 'twr-k70/table-2',
      kinds: ['addition', 'multiplication'],
      sizes: [512, 1024, 2048, 4096, 8192],
    },
  ];
  return tables.flatMap(({ table, kinds, sizes }) => {
    const of = (threads: number, kind: string): number =>
      average(
        ...sizes.map((n) => rowAt(`${table}/uclinux`, `${threads} threads, ${kind}, ${n}`).value),
      );
    const both = (threads: number): number => average(...kinds.map((kind) => of(threads, kind)));
    return THREADS.flatMap((threads) => [
      ...kinds.map((kind) =>
        makeStated(`${table}/average`, `${threads} threads, ${kind}`, of(threads, kind)),
      ),
      makeStated(`${table}/mean`, `${threads} threads`, both(threads)),
      ...(threads === 2
        ? []
        : [
            makeStated(`${table}/ratio`, `${threads} threads`, 100 * (both(threads) / both(2) - 1)),
          ]),
    ]);
  });
}

function summaries(): Stated[] {
  const mean = (address: string, name: string): number =>
    average(...['sorting', 'matrix'].map((kind) => rowAt(address, `${name}, ${kind}`).value));
  return THREADS.flatMap((threads) =>
    METRICS.flatMap((metric) => {
      const name = `${threads} threads, ${metric}`;
      const own = mean('twr-k70/table-3/uclinux', name);
      const first = mean('twr-k70/table-3/uclinux', `2 threads, ${metric}`);
      return [
        makeStated('twr-k70/table-3/mean', name, own),
        ...(threads === 2
          ? []
          : [makeStated('twr-k70/table-3/ratio', name, 100 * (own / first - 1))]),
        ...['twr', 'rpi4', 'bbai'].map((id) =>
          makeStated(`twr-k70/table-5/${id}`, name, mean(`twr-k70/table-4/${id}`, name)),
        ),
      ];
    }),
  );
}

function throughputs(): Stated[] {
  return ['mqx', 'uclinux'].flatMap((id) =>
    columnAt(`twr-k70/table-6/${id}`).rows.map(({ name, value }) =>
      makeStated(`twr-k70/table-6/${id}-throughput`, name, 5 / value),
    ),
  );
}

function deltas(): Stated[] {
  return ['cpp', 'rust', 'zig'].flatMap((id) => {
    const list = `overtos-zephyr/beyond-10/${id}`;
    return columnAt(list).rows.map(({ name, value }) =>
      makeStated(`${list}-delta`, name, 100 * (value / rowAt(`${list}-baseline`, name).value - 1)),
    );
  });
}

const EXCEPTIONS = [
  'cmsis-rtos/table-iii/x-adapted 5 Total',
  'twr-k70/table-5/twr 8 threads, execution',
];

describe('statements of the documents follow from their own figures', () => {
  test.each([
    ['the ratios of the white paper', whitePaper(), 7],
    ['totals and composites of the CMSIS-RTOS evaluation', rhealstones(), 17],
    ['averages, means and ratios of tables 1 and 2', sweeps(), 38],
    ['means and ratios of tables 3 and 5', summaries(), 72],
    ['throughputs of table 6', throughputs(), 12],
    ['deltas of the list beyond 10 %', deltas(), 31],
  ])('%s', (_, all, count) => {
    expect(all).toHaveLength(count);
    for (const { cell, row, expected } of all) {
      const isNear = Math.abs(row.value - expected) <= row.resolution * (1 + 1e-9);
      expect(isNear, `${cell}: ${row.printed}, ${expected}`).toBe(!EXCEPTIONS.includes(cell));
    }
  });

  test('marks the exceptions', () => {
    for (const cell of EXCEPTIONS) {
      const [address = '', ...name] = cell.split(' ');
      expect(rowAt(address, name.join(' ')).doubts[0], cell).toContain('is printed, but');
    }
  });

  test('every delta of the main table is possible for its rounded cells', () => {
    for (const id of ['cpp', 'rust', 'zig']) {
      for (const { name, value, resolution } of columnAt(`overtos-zephyr/cases/${id}-delta`).rows) {
        const [own, c] = [id, 'c'].map((column) => rowAt(`overtos-zephyr/cases/${column}`, name));
        const computeBound = (sign: 1 | -1): number => {
          const top = (own?.value ?? NaN) + (sign * (own?.resolution ?? NaN)) / 2;
          const base = (c?.value ?? NaN) - (sign * (c?.resolution ?? NaN)) / 2;
          return 100 * (top / base - 1);
        };
        expect(value, `${id} ${name}`).toBeGreaterThanOrEqual(computeBound(-1) - resolution);
        expect(value, `${id} ${name}`).toBeLessThanOrEqual(computeBound(1) + resolution);
      }
    }
  });

  test('the composites are 172.31, 176.89, 88.34 and 176.26', () => {
    const composites = rhealstones().filter(({ cell }) => cell.endsWith('/s'));
    expect(composites.map(({ expected }) => expected.toFixed(2))).toEqual([
      '172.31',
      '176.89',
      '88.34',
      '176.26',
    ]);
  });
});

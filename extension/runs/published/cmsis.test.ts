import { describe, expect, test } from 'vitest';
import {
  columnAt,
  listDoubtful,
  splitPrintedCells,
  splitPrintedLines,
  listPrinted,
  rowAt,
} from './testing';

// Tables II and III: a row's name is all words that precede the figures.
const TABLE_II = `
1 Yield+CS 3.92 3.64 2.1
2.1 Wait+CS 4.56 4.3 14.9
2.2 Release+Yield+CS 4.68 4.62 10.8
2 Total 9.24 8.92 25.7
3.1 Get+CS 5.48 7.3 17.5
3.2 Put+preemption 5.72 6.4 9.7
3 Total 11.2 13.7 27.2
4.1 Alloc 0.92 1.4 3.8
4.2 Free 1.12 0.96 3.1
4 Total 2.04 2.36 6.9
5.1 Suspend+CS 5.5 4.4 5.1
5.2 Resume 2.5 2.48 3.8
5.3 CS to task 5.6 2.5 1.9
5 Total 8.1 4.98 5.7
6 IRQ Latency 0.32 0.32 0.32
k Rhealstones*/s 172.3 176.8 88.3
`;

const TABLE_III = `
5.1 Suspend+CS 4.46
5.2 Resume 2.60
5.3 CS to task 2.5
5 Total 4.98
k Rhealstones*/s 176.3
`;

const ADAPTED = 'cmsis-rtos/table-iii/x-adapted';

function column(table: string, columns: number, at: number): [string, string | undefined][] {
  return splitPrintedLines(table).map((line) => {
    const fields = splitPrintedCells(line);
    return [fields.slice(0, -columns).join(' '), fields.slice(-columns)[at]];
  });
}

describe('the CMSIS-RTOS evaluation', () => {
  test.each([
    ['rtk', 0],
    ['x', 1],
    ['foss', 2],
  ] as const)('table II holds %s', (id, at) => {
    const address = `cmsis-rtos/table-ii/${id}`;
    const expected = column(TABLE_II, 3, at);
    expect(expected).toHaveLength(16);
    expect(listPrinted(address)).toEqual(expected);
    expect(columnAt(address).rows.map(({ value }) => value)).toEqual(
      expected.map(([, printed]) => Number(printed)),
    );
  });

  test('table III has the adapted kernel', () => {
    expect(listPrinted(ADAPTED)).toEqual(column(TABLE_III, 1, 0));
  });

  test('times are microseconds at 72 MHz; the composite is a rate', () => {
    for (const id of ['rtk', 'x', 'foss']) {
      const { system, unit, rows } = columnAt(`cmsis-rtos/table-ii/${id}`);
      expect([system?.coreHz, unit]).toEqual([72e6, 'µs']);
      expect(rows.at(0)?.unit).toBe('µs');
      expect(rows.at(-1)?.unit).toBe('k Rhealstones/s');
    }
  });

  test('rows have our operation and the call of table I', () => {
    const wait = '2.1 Wait+CS';
    expect(['rtk', 'x', 'foss'].map((id) => rowAt(`cmsis-rtos/table-ii/${id}`, wait).call)).toEqual(
      ['osSemaphoreWait', 'sem.Wait', 'SemaphoreTake'],
    );
    expect(rowAt('cmsis-rtos/table-ii/x', wait).op).toBe('rhealstone/semaphore_wait');
    expect(rowAt('cmsis-rtos/table-ii/x', '2 Total').op).toBeUndefined();
  });

  test('doubts the total 5 of table III and the two composites rounded differently', () => {
    expect(listDoubtful('cmsis-rtos/table-ii/rtk')).toEqual([]);
    expect(listDoubtful('cmsis-rtos/table-ii/x')).toEqual(['k Rhealstones*/s']);
    expect(listDoubtful('cmsis-rtos/table-ii/foss')).toEqual([]);
    expect(listDoubtful(ADAPTED)).toEqual(['5 Total', 'k Rhealstones*/s']);
    expect(rowAt(ADAPTED, '5 Total').doubts).toEqual([
      '4.98 is printed, but the sum of 2.60 and 2.5 is 5.100',
    ]);
    expect(rowAt('cmsis-rtos/table-ii/x', 'k Rhealstones*/s').doubts[0]).toContain('176.89');
  });

  test('lists claims of the text that the table contradicts', () => {
    const remarks = columnAt(ADAPTED).document.remarks.join(' ');
    expect(remarks).toContain(
      '0.35 %; its printed composites differ by 0.28 %, its times by 0.35 %',
    );
    expect(remarks).toContain('"4.1 Alloc" differs 4.13:1');
  });
});

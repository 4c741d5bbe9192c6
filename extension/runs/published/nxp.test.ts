import { describe, expect, test } from 'vitest';
import { columnAt, listDoubtful, listPrinted, rowAt } from './testing';

// The white paper's table, line by line.
const TABLE = [
  ['Average heap malloc time (cycles)', '1001', '11499', '11x'],
  ['Average heap free time (cycles)', '1126', '4870', '4x'],
  ['Average pthread_mutex_lock time(cycles)', '53', '799', '15x'],
  ['Average pthread_mutex_unlock time(cycles)', '83', '818', '10x'],
  ['Average pthread_create time (cycles)', '719', '85478', '118x'],
  ['Average pthread_join time (cycles)', '1702', '89219', '52x'],
  ['Average Context switch time (cycles)', '47', '1284', '27x'],
] as const;

const ZEPHYR = 'nxp-zephyr-linux/average/zephyr-rt1050';
const LINUX = 'nxp-zephyr-linux/average/linux-imx6ul';
const DIFFERENCE = 'nxp-zephyr-linux/average/difference';

const LOCK = 'Average pthread_mutex_lock time(cycles)';
const UNLOCK = 'Average pthread_mutex_unlock time(cycles)';
const CREATE = 'Average pthread_create time (cycles)';

describe('the white paper', () => {
  test.each([
    [ZEPHYR, 1],
    [LINUX, 2],
    [DIFFERENCE, 3],
  ] as const)('%s has the printed column %i', (address, at) => {
    expect(listPrinted(address)).toEqual(TABLE.map((line) => [line[0], line[at]]));
  });

  test('values are the printed numbers', () => {
    const values = (address: string): number[] => columnAt(address).rows.map(({ value }) => value);
    expect(values(ZEPHYR)).toEqual([1001, 1126, 53, 83, 719, 1702, 47]);
    expect(values(LINUX)).toEqual([11499, 4870, 799, 818, 85478, 89219, 1284]);
    expect(values(DIFFERENCE)).toEqual([11, 4, 15, 10, 118, 52, 27]);
  });

  test('rows are our operations', () => {
    expect(columnAt(ZEPHYR).rows.map(({ op }) => op)).toEqual([
      'heap/malloc',
      'heap/free',
      'mutex/lock',
      'mutex/unlock',
      'thread/create',
      'thread/join',
      'context_switch/switch',
    ]);
  });

  test('the systems are those of the paper', () => {
    expect(columnAt(ZEPHYR)).toMatchObject({
      unit: 'cycles',
      system: { board: 'i.MX RT1050 EVK', coreHz: 600_000_000, os: 'Zephyr OS 1.11.99' },
    });
    expect(columnAt(LINUX)).toMatchObject({
      unit: 'cycles',
      system: { coreHz: 528_000_000, os: 'Linux BSP 4.9.88-imx_4.9.88_2.0.0_ga' },
    });
    expect(columnAt(DIFFERENCE).system).toBeUndefined();
  });

  test('doubts only the two ratios that are rounded differently', () => {
    expect(listDoubtful(ZEPHYR)).toEqual([]);
    expect(listDoubtful(LINUX)).toEqual([]);
    expect(listDoubtful(DIFFERENCE)).toEqual([UNLOCK, CREATE]);
    expect(rowAt(DIFFERENCE, CREATE).doubts[0]).toContain('cut off from 118.9');
    expect(rowAt(DIFFERENCE, UNLOCK).doubts[0]).toContain('rounded up from 9.9');
    expect(rowAt(DIFFERENCE, LOCK).doubts).toEqual([]);
  });

  test('lists the ratio of the clocks and the range of the ratios with every column', () => {
    for (const address of [ZEPHYR, LINUX, DIFFERENCE]) {
      const remarks = columnAt(address).document.remarks.join(' ');
      expect(remarks).toContain('times 1.136');
      expect(remarks).toContain('from 4.3 to 118.9');
    }
  });
});

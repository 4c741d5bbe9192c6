import { expect, test } from 'vitest';
import { inClockUnit, toPublishedNanoseconds } from './published';
import { columnAt, rowAt } from './testing';

const MALLOC = 'Average heap malloc time (cycles)';

test.each([
  ['nxp-zephyr-linux/average/zephyr-rt1050', MALLOC, 1001, 'cycles', 1668.33],
  ['nxp-zephyr-linux/average/linux-imx6ul', MALLOC, 11499, 'cycles', 21778.41],
  ['cmsis-rtos/table-ii/rtk', '1 Yield+CS', 3920, 'ns', 3920],
  ['overtos-zephyr/cases/c', 'time/delay_1ms', 1_090_000, 'ns', 1_090_000],
  ['twr-k70/table-6/mqx', 'MD5 5120 kB', 1.396e9, 'ns', 1.396e9],
])('reads %s, %s', (address, name, value, unit, nanoseconds) => {
  const row = rowAt(address, name);
  expect(inClockUnit(row)).toEqual({ value: expect.closeTo(value, 3), unit });
  expect(toPublishedNanoseconds(columnAt(address), row)).toBeCloseTo(nanoseconds, 1);
});

test.each([
  ['nxp-zephyr-linux/average/difference', MALLOC],
  ['cmsis-rtos/table-ii/x', 'k Rhealstones*/s'],
  ['twr-k70/table-6/mqx-throughput', 'MD5 5120 kB'],
])('rejects %s, %s as a time', (address, name) => {
  const row = rowAt(address, name);
  expect(inClockUnit(row)).toBeUndefined();
  expect(toPublishedNanoseconds(columnAt(address), row)).toBeUndefined();
});

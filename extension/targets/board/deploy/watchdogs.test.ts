import { expect, test } from 'vitest';
import { stopWatchdogs } from './watchdogs';

test.each([
  ['ATSAM3X8E', [0x400e_1a54]],
  ['ATSAM4S16B', [0x400e_1454]],
  ['ATSAMG55J19', [0x400e_1454]],
  ['ATSAM4E8C', [0x400e_1854, 0x400e_1904]],
  ['ATSAMV71Q21', [0x400e_1854, 0x400e_1904]],
  // Theirs is off after a reset, or needs a sequence of writes.
  ['ATSAMD21G18A', []],
  ['ATSAM4LC8C', []],
  ['STM32F407VG', []],
  [undefined, []],
])('the watchdogs of %s are stopped', (chip, addresses) => {
  expect(stopWatchdogs(chip).map(({ address }) => address)).toEqual(addresses);
});

import { expect, test } from 'vitest';
import { stopWatchdogs, watchdogStub } from './watchdogs';

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

test.each<[string | undefined, number | undefined]>([
  ['S32K144UAxxxLHx', 0x4005_2000],
  ['MIMXRT1015', 0x400b_c000],
  ['MIMXRT1040', 0x400b_c000],
  ['MIMXRT1052DVL6B', 0x400b_c000],
  ['MIMXRT1064', 0x400b_c000],
  // Another watchdog, or none that runs after a reset.
  ['S32K344', undefined],
  ['MIMXRT1170', undefined],
  [undefined, undefined],
])('the core of %s stops its watchdog at %s', (chip, base) => {
  const { code = [], ...place } =
    watchdogStub(chip, { start: 0x2000_0004, end: 0x2001_0000 }) ?? {};
  const words = new Uint32Array(Uint16Array.from(code).buffer);
  expect(words[5]).toBe(base);
  if (base === undefined) return;
  expect(place).toEqual({ at: 0x2000_0100, end: 0x2000_0112 });
  // The key, the longest time, and off until it is unlocked again.
  expect([...words.subarray(6)]).toEqual([0xd928_c520, 0xffff, 0x2120]);
});

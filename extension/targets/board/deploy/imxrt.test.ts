import { describe, expect, test } from 'vitest';
import { findImxRt, identifyChip, imxRtWrites } from './imxrt';

const KIB = 1024;
const chip = (device: string) => {
  const found = findImxRt(device);
  if (found === undefined) throw new Error(`${device} is not known`);
  return found;
};
const region = (start: number, length: number) => ({ start, end: start + length });

describe('identifyChip', () => {
  test.each([
    ['MIMXRT1042xxxxB', 'i.MX RT1040'],
    ['MIMXRT1052xxxxB:EVKB-IMXRT1050', 'i.MX RT1050'],
    ['mimxrt1050_quadspi', 'i.MX RT1050'],
    ['MCIMXRT1062', 'i.MX RT1060'],
    ['MIMXRT1176xxxxx_cm7', undefined],
    ['STM32F746NG', undefined],
    [undefined, undefined],
  ])('%s', (device, name) => {
    expect(findImxRt(device)?.name).toBe(name);
  });
});

describe('identifyChip', () => {
  const makeSilicon = (word: number | undefined) => ({
    read: async () => {
      if (word === undefined) throw new Error('nothing answers');
      return Uint8Array.of(word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24);
    },
    write: () => Promise.reject(new Error('nothing may be written')),
  });

  test.each([
    [0x006a0001, 'i.MX RT1050'],
    [0x006c0000, 'i.MX RT1060'],
    [0x006b0000, undefined],
    [undefined, undefined],
  ])('has silicon version %s', async (word, name) => {
    expect((await identifyChip(makeSilicon(word)))?.name).toBe(name);
  });
});

describe('imxRtWrites', () => {
  const used = [region(0, 100 * KIB), region(0x20000000, 40 * KIB), region(0x20200000, 4)];
  const find = (address: number, regions = used, device = 'MIMXRT1052') =>
    imxRtWrites(chip(device), regions)?.find((write) => write.address === address);

  test('partitions the banks: code, data, and the rest for all buses', () => {
    // From bank 0 on: four times 3 (ITCM, 128 KiB), twice 2 (DTCM, 64 KiB), ten times 1 (OCRAM).
    expect(find(0x400ac044)).toEqual({ address: 0x400ac044, value: 0x55555aff });
    // 8 means 128 KiB of ITCM, 7 means 64 KiB of DTCM.
    expect(find(0x400ac038)).toEqual({ address: 0x400ac038, value: 0x780000, mask: 0xff0000 });
    expect(find(0x400ac040)).toEqual({ address: 0x400ac040, value: 7, mask: 7 });
  });

  test('turns off an unused memory', () => {
    const data = [region(0x20000000, 4)];
    expect(find(0x400ac044, data)?.value).toBe(0x55555556);
    expect(find(0x400ac038, data)?.value).toBe(0x600000);
    expect(find(0x400ac040, data)?.value).toBe(6);
  });

  test('accounts for the fixed memory before the banks of an RT1060', () => {
    const all = [region(0, 256 * KIB), region(0x20000000, 256 * KIB)];
    expect(find(0x400ac044, [...all, region(0x20200000, 4)], 'MIMXRT1062')?.value).toBe(0xaaaaffff);
    expect(imxRtWrites(chip('MIMXRT1052'), [...all, region(0x20200000, 4)])).toBeUndefined();
    expect(imxRtWrites(chip('MIMXRT1062'), [...all, region(0x20280000, 4)])).toBeUndefined();
  });

  test('turns off watchdogs and caches', () => {
    expect(find(0x400b8000)).toEqual({ address: 0x400b8000, value: 0, mask: 4, width: 2 });
    expect(find(0xe000ed14)).toEqual({ address: 0xe000ed14, value: 0, mask: 0x30000 });
  });
});

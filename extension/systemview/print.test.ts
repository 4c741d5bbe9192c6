import { expect, it, test } from 'vitest';
import { encodeString, u32 } from './encode';
import { formatPrint, readPrint } from './print';

test.each<[string, number[], string]>([
  ['plain', [], 'plain'],
  ['50% of 100%%', [], '50% of 100%%'],
  ['%d %i', [0xffff_fffb, 7], '-5 7'],
  ['%u', [0xffff_fffb], '4294967291'],
  ['%x %X %#x', [255, 255, 255], 'ff FF 0xff'],
  ['[%5d|%-5d|%05d|%+d]', [42, 42, 0xffff_ffd6, 42], '[   42|42   |-0042|+42]'],
  ['%.4u %8.3d', [7, 0xffff_fff9], '0007     -007'],
  ['%p', [0x2000_1234], '20001234'],
  ['%c%c', [72, 105], 'Hi'],
  ['%lu %hd', [1, 2], '1 2'],
  // The recorder sends a value for every percent sign.
  ['%% %d', [1, 2, 3], '% 3'],
  ['5%: %d', [1, 2], '5%: 2'],
  ['%s %d', [0x1000, 9], '%s 9'],
  ['%d %d', [1], '1 %d'],
])('%j of %j is %j', (format, values, expected) => {
  expect(formatPrint(format, values)).toBe(expected);
});

it('reads level, continuation and values', () => {
  const payload = [...encodeString('n=%d'), ...u32(0x41), 1, 5];
  expect(readPrint(Uint8Array.from(payload))).toEqual({
    level: 'warning',
    append: true,
    text: 'n=5',
  });
});

it('does not trust a count that exceeds the payload', () => {
  const payload = [...encodeString('%d'), 0, ...u32(0xffff_ffff), 5];
  expect(readPrint(Uint8Array.from(payload)).text).toBe('5');
});

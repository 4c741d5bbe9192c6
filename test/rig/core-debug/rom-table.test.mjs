import { expect, it } from 'vitest';
import { createIdentification } from './rom-table.mjs';

const CONTROL_SPACE = 0xe000e000;
const [DEVARCH, PART, PART_AND_MAKER, CLASS] = [0xfbc, 0xfe0, 0xfe4, 0xff4];

it('identifies an Armv7-M core by the generic parts of its architecture', () => {
  const read = createIdentification({ part: 0xc24, isV8: false, hasSecurity: false });
  expect(read(0xe00ff000)).toBe(0xfff0f003);
  expect([DEVARCH, PART, CLASS].map((offset) => read(CONTROL_SPACE + offset))).toEqual([
    undefined,
    0,
    0xe0,
  ]);
});

it('identifies an Armv8-M core by its part and its debug architecture', () => {
  const read = createIdentification({ part: 0xd21, isV8: true, hasSecurity: true });
  expect(
    [DEVARCH, PART, PART_AND_MAKER, CLASS].map((offset) => read(CONTROL_SPACE + offset)),
  ).toEqual([0x47702a04, 0x21, 0xbd, 0x90]);
});

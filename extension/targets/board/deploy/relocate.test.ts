import { expect, test } from 'vitest';
import { directBranch } from '../../../agent';
import { branchTarget } from '../../../agent/elf/relocations';
import { dealParts } from './deal';
import type { DeployableImage } from './image';
import { relocateImage } from './relocate';
import { relocatableImage } from './testing';

/*
 * An image with two clocks, of which the code behind them calls one, and the vector table has its handler.
 *
 *     0000 vectors  0100 clock_systick.code  0180 clock_dwt.code  0200 text
 */
const BASE = 0x2000_0000;
const [NOW, CHECK, HANDLER] = [0x100, 0x110, 0x120];
const DWT = 0x80;
const SIZE = 0x240;
const sizes = [
  ['.vectors', 0, 0x100],
  ['.part.clock_systick.code', 0x100, 0x80],
  ['.part.clock_dwt.code', 0x180, 0x80],
  ['.text', 0x200, 0x40],
] as const;
const functions = [
  ['cyclescope_systick_now', NOW],
  ['cyclescope_clock_check', CHECK],
  ['cyclescope_systick_handler', HANDLER],
] as const;
const CALLS = [
  [0x200, NOW],
  [0x204, CHECK],
] as const;
const TICK = 0x3c;

function imageWithClocks(): DeployableImage {
  const data = new Uint8Array(SIZE);
  const view = new DataView(data.buffer);
  // An address of Thumb code is odd.
  view.setUint32(TICK, BASE + HANDLER + 1, true);
  for (const [at, target] of CALLS) {
    const halfwords = directBranch([0xf000, 0xf800], at, target);
    halfwords.forEach((half, index) => view.setUint16(at + 2 * index, half, true));
  }
  for (const at of [0x100, 0x180]) data.fill(at === 0x100 ? 0x55 : 0xaa, at, at + 0x80);
  const inMemory = sizes.map(([name, address, size]) => ({
    name,
    type: 1,
    address: BASE + address,
    offset: 0,
    size,
    link: 0,
    alignment: 4,
  }));
  const symbols = [
    ['cyclescope_given', 0x40],
    ...functions,
    ...functions.map(([name, at]) => [name.replace(/systick|clock/, 'dwt'), at + DWT] as const),
  ] as const;
  return relocatableImage(
    {
      entry: BASE + 0x201,
      segments: [{ vaddr: BASE, paddr: BASE, memSize: SIZE, writable: true, data }],
      sections: inMemory,
      symbols: new Map(
        symbols.map(([name, at]) => [name, { name, value: BASE + at, size: 4, absolute: false }]),
      ),
    },
    { words: [BASE + TICK], branches: CALLS.map(([at]) => BASE + at) },
    BASE,
  );
}

test.each([
  ['SysTick, if no counter moves', false, 0x55],
  ['the cycle counter, if it moves', true, 0xaa],
])('the clock of an image is %s, and the other one takes no room', (_, hasCounter, code) => {
  const image = imageWithClocks();
  const ram = { start: 0x1000_0000, end: 0x1000_1000 };
  const given = { coreHz: 1, board: '', hasCounter };
  const [parts] = dealParts(image, ram, undefined, given).deals;
  const { elf } = relocateImage(image, ram, given, parts);
  const [segment] = elf.segments;
  expect(segment?.memSize).toBe(SIZE - 0x80);
  const data = segment?.data ?? new Uint8Array();
  const view = new DataView(data.buffer);
  expect(data[NOW]).toBe(code);
  expect(view.getUint32(TICK, true)).toBe(ram.start + HANDLER + 1);
  const targets = [0x180, 0x184].map((at) =>
    branchTarget([view.getUint16(at, true), view.getUint16(at + 2, true)], at),
  );
  expect(targets).toEqual([NOW, CHECK]);
});

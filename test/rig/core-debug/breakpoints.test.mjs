import { expect, it } from 'vitest';
import { createTestTarget } from '../testing.mjs';
import { createBreakpoints } from './breakpoints.mjs';

const FAR = { pc: 0x20001000, lr: 0x20001801 };
const BKPT = Buffer.of(0x00, 0xbe);

it('has the enabled comparators while the unit is enabled', async () => {
  const { bus } = createTestTarget();
  const breakpoints = createBreakpoints();
  breakpoints.writeComparator(0, 0x08000101);
  breakpoints.writeComparator(1, 0x08000200);
  expect(await breakpoints.collect(bus, FAR)).toEqual(new Set());
  breakpoints.writeControl(3);
  expect(breakpoints.readControl()).toBe(0x10000081);
  expect(await breakpoints.collect(bus, FAR)).toEqual(new Set([0x08000100]));
  breakpoints.writeControl(0);
  expect(breakpoints.readControl()).toBe(0x10000081);
});

it('finds instructions that a debugger wrote, until they are removed', async () => {
  const { bus, memory } = createTestTarget();
  const breakpoints = createBreakpoints();
  breakpoints.noteWrite(0x20000010, BKPT);
  BKPT.copy(memory, 0x10);
  expect(await breakpoints.collect(bus, FAR)).toEqual(new Set([0x20000010]));
  memory.fill(0);
  expect(await breakpoints.collect(bus, FAR)).toEqual(new Set());
});

it('finds those near the start and at the return address, wherever it is', async () => {
  const { bus, memory } = createTestTarget();
  const breakpoints = createBreakpoints();
  BKPT.copy(memory, 0x1020);
  BKPT.copy(memory, 0x1800);
  expect(await breakpoints.collect(bus, FAR)).toEqual(new Set([0x20001020, 0x20001800]));
  expect(await breakpoints.collect(bus, { pc: 0x20000000, lr: 0xffffffff })).toEqual(new Set());
});

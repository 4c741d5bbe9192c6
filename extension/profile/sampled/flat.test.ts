import { expect, test } from 'vitest';
import type { SampledBatch } from './batches';
import { flatProfile, type SampledProgram } from './flat';

const WFI = 0xbf30;
const program: SampledProgram = {
  locate: (address) => {
    if (address >= 0x3000) return undefined;
    return { function: address < 0x1000 ? 'prvIdleTask' : address < 0x2000 ? 'work' : 'main' };
  },
  halfwordAt: (address) => (address === 0x2004 ? WFI : 0x2000),
  wordAt: () => undefined,
};
const batch = (...counts: readonly (readonly [number, number])[]): SampledBatch => ({
  counts: new Map(counts),
});

test('functions have the sum of their addresses, the largest first', () => {
  const { rows, samples, idle } = flatProfile(
    [batch([0x1000, 10], [0x2000, 5]), batch([0x1002, 30], [0x2000, 5])],
    program,
  );
  expect(rows.map(({ name, samples: count, share }) => [name, count, share])).toEqual([
    ['work', 40, 0.8],
    ['main', 10, 0.2],
  ]);
  expect(samples).toBe(50);
  expect(idle).toBe(0);
});

const idling = [batch([0x10, 20], [0x1000, 60], [0x2004, 5], [0x2006, 5], [0xffff_ffff, 10])];

test('idle is what kernels name so, an instruction that waits, and a core without an address', () => {
  const { rows, idle } = flatProfile(idling, program);
  expect(rows.filter(({ isIdle }) => isIdle).map(({ name, samples }) => [name, samples])).toEqual([
    ['prvIdleTask', 20],
    ['(no address: the core sleeps)', 10],
    ['main (waits)', 10],
  ]);
  expect(idle).toBe(40);
});

test('without idle samples the shares are of the others', () => {
  const { rows, samples, idle } = flatProfile(idling, program, { omitIdle: true });
  expect(rows.map(({ name, share }) => [name, share])).toEqual([['work', 1]]);
  expect([samples, idle]).toEqual([60, 40]);
});

test('code that is no part of an operation is left out, and counted by what it is', () => {
  const files = new Map([
    [0x1000, '/home/me/op.c'],
    [0x2000, 'target-agent/clocks/dwt.c'],
    [0x2800, '/opt/cyclescope/target-agent/core/agent.c'],
  ]);
  const located: SampledProgram = {
    ...program,
    locate: (address) => ({ function: `f${address}`, file: files.get(address) }),
  };
  const found = flatProfile(
    [batch([0x1000, 60], [0x2000, 10], [0x2800, 5]), batch([0x10, 20], [0x2800, 5])],
    located,
    { omitIdle: true, isBenchmark: true },
  );
  expect(found.rows.map(({ samples }) => samples)).toEqual([60, 20]);
  expect(found).toMatchObject({ samples: 80, leftOut: { clock: 10, agent: 10 } });
});

test('code of no function and samples without a known address have rows of their own', () => {
  const { rows } = flatProfile(
    [{ counts: new Map([[0x4000, 3]]), outside: 2 }, batch([0x1000, 5])],
    program,
  );
  expect(rows.map(({ name, samples }) => [name, samples])).toEqual([
    ['work', 5],
    ['(no function)', 3],
    ['(outside the sampled addresses)', 2],
  ]);
});

test('without a program, addresses are shown', () => {
  const { rows } = flatProfile([batch([0x0800_1234, 1])], undefined);
  expect(rows[0]).toMatchObject({ name: '0x08001234', samples: 1, isIdle: false });
});

test('every sample is in one row, and the shares add up, however many batches there are', () => {
  const batches = Array.from({ length: 173 }, (_, at) => batch([0x1000 + 2 * at, at], [0x2000, 3]));
  const { rows, samples } = flatProfile(batches, program);
  expect(samples).toBe((172 * 173) / 2 + 3 * 173);
  expect(rows.reduce((sum, row) => sum + row.samples, 0)).toBe(samples);
  expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
});

import { expect, test } from 'vitest';
import { stackProfile } from './stacks';

const frame = (name: string, module = '') => ({ name, module });
const isBenchmarks = (name: string) => /_(?:sample|batch)$/.test(name);
const main = frame('main');

test('a function has its own share, and that with what it calls, once in each stack', () => {
  const { rows, samples } = stackProfile(
    [
      [frame('copy', 'kernel'), frame('clone', 'libc.so.6'), frame('create_sample'), main],
      [frame('walk', 'kernel'), frame('walk', 'kernel'), frame('create_sample'), main],
      [frame('create_sample'), main],
      [frame('[unknown]', 'libc.so.6')],
    ],
    isBenchmarks,
  );
  expect(rows.map(({ name, samples: own, withCalls }) => [name, own, withCalls?.share])).toEqual([
    ['create_sample', 1, 0.75],
    ['(no function) [libc.so.6]', 1, 0.25],
    ['copy [kernel]', 1, 0.25],
    ['walk [kernel]', 1, 0.25],
    ['main', 0, 0.75],
    ['clone [libc.so.6]', 0, 0.25],
  ]);
  expect(samples).toBe(4);
});

test('readings of the clock and work of the agent itself are left out', () => {
  const clock = frame('clock_gettime@@GLIBC_2.17', 'libc.so.6');
  const { rows, samples, leftOut } = stackProfile(
    [
      [clock, frame('lock_sample'), main],
      [frame('write', 'libc.so.6'), frame('send'), main],
      [frame('lock_sample'), main],
      [clock, frame('gettime_batch'), main],
    ],
    isBenchmarks,
  );
  expect(leftOut).toEqual({ clock: 1, agent: 1 });
  expect(samples).toBe(2);
  expect(rows.map(({ name }) => name)).toContain('gettime_batch');
});

test('without any sample of the operation there is no row', () => {
  expect(stackProfile([[frame('send'), main]], isBenchmarks)).toMatchObject({
    rows: [],
    samples: 0,
  });
});

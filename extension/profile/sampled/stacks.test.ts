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

test('functions of one name in the program, the C library and the kernel are kept apart', () => {
  const { rows } = stackProfile(
    ['', 'libc.so.6', 'kernel'].map((module) => [frame('memset', module), frame('clear_batch')]),
    isBenchmarks,
  );
  const own = rows.filter(({ samples }) => samples > 0).map(({ name, samples }) => [name, samples]);
  expect(own).toEqual([
    ['memset', 1],
    ['memset [kernel]', 1],
    ['memset [libc.so.6]', 1],
  ]);
});

test('layers go from the program down, and all together are the operation', () => {
  const entry = [
    frame('do_syscall_64', 'kernel'),
    frame('entry_SYSCALL_64_after_hwframe', 'kernel'),
    frame('clone', 'libc.so.6'),
    frame('create_sample'),
    main,
  ];
  const kmalloc = frame('kmem_cache_alloc', 'kernel');
  const { layers, samples } = stackProfile(
    [
      entry.slice(3),
      entry.slice(2),
      entry,
      [kmalloc, ...entry],
      [frame('memset', 'kernel'), kmalloc, ...entry],
      [frame('memset', 'kernel'), ...entry],
      [frame('__vdso_gettimeofday', '[vdso]'), ...entry.slice(3)],
      [frame('schedule', 'kernel'), ...entry],
    ],
    isBenchmarks,
  );
  expect(layers.map(({ layer, samples: own, share }) => [layer, own, share])).toEqual([
    ['program', 1, 1 / 8],
    ['C library', 1, 1 / 8],
    ['vDSO', 1, 1 / 8],
    ['system call entry', 1, 1 / 8],
    ['scheduler', 1, 1 / 8],
    ['memory', 2, 2 / 8],
    ['rest of the kernel', 1, 1 / 8],
  ]);
  expect(samples).toBe(8);
});

import { expect, test } from 'vitest';
import type { ProgramParts } from './program';
import { stackProfile } from './stacks';

const frame = (name: string, module = '') => ({ name, module });
const parts: ProgramParts = {
  listNames: ({ name }) => (name === 'storing_sample' ? ['store', name] : [name]),
  findRole: (name) => {
    if (/_(?:sample|batch)$/.test(name)) return 'measured';
    if (name === 'main') return 'core';
    return /^(?:peer|join_all|store)$/.test(name) ? 'benchmark' : 'agent';
  },
  findOperation: (name) => (name === 'storing_sample' ? 'storing_operation' : undefined),
};
const main = frame('main');

test('a function has its own share, and that with what it calls, once in each stack', () => {
  const { rows, samples } = stackProfile(
    [
      [frame('copy', 'kernel'), frame('clone', 'libc.so.6'), frame('create_sample'), main],
      [frame('walk', 'kernel'), frame('walk', 'kernel'), frame('create_sample'), main],
      [frame('create_sample'), main],
      [frame('[unknown]', 'libc.so.6')],
    ],
    parts,
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

test('readings of the clock and work between executions are left out, threads of a benchmark are not', () => {
  const clock = frame('clock_gettime@@GLIBC_2.17', 'libc.so.6');
  const { rows, samples, leftOut } = stackProfile(
    [
      [clock, frame('lock_sample'), main],
      [frame('write', 'libc.so.6'), frame('send'), main],
      [frame('lock_sample'), main],
      [clock, frame('gettime_batch'), main],
      [frame('futex_wait', 'kernel'), frame('join_all'), main],
      [frame('storing_sample'), main],
      [frame('storing_operation'), frame('storing_sample'), main],
      [frame('futex_wait', 'kernel'), frame('peer'), frame('run_thread')],
    ],
    parts,
  );
  expect(leftOut).toEqual({ clock: 1, agent: 3 });
  expect(samples).toBe(4);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['gettime_batch', 'peer']));
  expect(names).not.toContain('join_all');
});

test('without any sample of the operation there is no row', () => {
  expect(stackProfile([[frame('send'), main]], parts)).toMatchObject({
    rows: [],
    samples: 0,
  });
});

test('functions of one name in the program, the C library and the kernel are kept apart', () => {
  const { rows } = stackProfile(
    ['', 'libc.so.6', 'kernel'].map((module) => [frame('memset', module), frame('clear_batch')]),
    parts,
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
    parts,
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

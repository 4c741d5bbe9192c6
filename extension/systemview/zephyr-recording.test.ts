import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decode } from './decoder';
import { NO_DESCRIPTION } from './description';
import { formatEvent } from './format';
import { EventId } from './ids';
import { moduleEventNumber } from './knowledge';
import { whoRan } from './testing';

/** A traced run under Zephyr 3.7.1 on the emulated MPS2 board AN385: heap, mutex and threads. */
const file = new URL('../../test/golden/zephyr/an385-3.7.1.SVDat', import.meta.url);

const seen: string[] = [];
const recording = decode(new Uint8Array(readFileSync(file)), {
  store: true,
  watchFrom: 0,
  onPacket: (packet, knowledge) => {
    const isOurs = moduleEventNumber(knowledge, 'cyclescope', packet.id) !== undefined;
    const isOfTasks = packet.id < EventId.EndCall && packet.id !== EventId.TaskStopReady;
    if ((isOurs && packet.id >= 512) || isOfTasks) return;
    seen.push(formatEvent(packet, { knowledge, description: NO_DESCRIPTION }));
  },
});
const [stream] = recording.streams;

test('decodes without problems', () => {
  expect(recording.streams).toHaveLength(1);
  expect(stream).toMatchObject({ problems: [], trailingBytes: 0 });
  expect(stream?.tallies).toMatchObject([{ overflows: 0, lost: 0 }]);
});

test('every call is named, either as a whole or when it returns', () => {
  const names = new Map<string, number>();
  for (const text of seen) {
    const name = text.replace(/^(End Call )?(\S+).*$/, '$1$2');
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  expect(Object.fromEntries(names)).toEqual({
    k_heap_aligned_alloc: 4,
    'End Call k_heap_aligned_alloc': 4,
    k_heap_free: 4,
    k_mutex_lock: 4,
    'End Call k_mutex_lock': 4,
    k_mutex_unlock: 4,
    'End Call k_mutex_unlock': 4,
    k_thread_start: 4,
    k_thread_join: 4,
    'End Call k_thread_join': 4,
    k_thread_abort: 8,
    Task: 4,
  });
});

test('objects are shown as addresses, threads by name, and an endless wait as such', () => {
  expect(seen).toContain('k_mutex_lock mutex=0x212EEEE4 timeout=forever');
  expect(seen).toContain('End Call k_mutex_lock returns 0');
  expect(seen).toContain('k_thread_join thread=thread timeout=forever');
  expect(seen).toContain('Task Stop Ready cyclescope cause=waits');
});

test('a thread being joined runs while the agent waits', () => {
  const store = stream?.store;
  if (store === undefined) throw new Error('nothing was kept');
  const names = whoRan(store, 517).map(({ kind, id }) =>
    kind === 'task' ? (stream?.knowledge.tasks.get(id)?.name ?? '?') : kind,
  );
  expect(new Set(names)).toContain('thread');
  expect(new Set(names)).toContain('cyclescope');
});

test('stacks are in RAM and have a size', () => {
  const tasks = [...(stream?.knowledge.tasks.values() ?? [])];
  expect(tasks.map(({ name }) => name)).toContain('idle');
  for (const { stack } of tasks) {
    expect(stack?.base).toBeGreaterThanOrEqual(0x2100_0000);
    expect(stack?.size).toBeLessThan(0x1_0000);
  }
});

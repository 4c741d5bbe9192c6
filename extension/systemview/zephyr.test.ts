import { describe, expect, it, test } from 'vitest';
import { newDecoder } from './decoder';
import { NO_DESCRIPTION, parseDescription } from './description';
import { encodeString, recordingBytes, u32 } from './encode';
import { eventTitle, formatEvent } from './format';
import { EventId } from './ids';
import { type Knowledge, learn, newKnowledge } from './knowledge';

const RAM = 0x2000_0000;

function knowing(...descriptions: readonly string[]): Knowledge {
  const knowledge = newKnowledge();
  const teach = (id: number, payload: readonly number[]) =>
    learn(knowledge, id, Uint8Array.from(payload));
  teach(EventId.Init, [25_000_000, 25_000_000, RAM, 2].flatMap(u32));
  for (const each of descriptions) teach(EventId.SysDesc, encodeString(each));
  teach(EventId.TaskInfo, [...u32(0x400), 3, ...encodeString('worker')]);
  return knowledge;
}

const zephyr = knowing('N=ZephyrSysView', 'D=mps2 mps2 arm', 'O=Zephyr');
const address = u32(RAM + 0x1000);
const forever = u32(0xffff_ffff);
const again = u32(-11);

function formatPacket(id: number, payload: readonly number[], knowledge = zephyr): string {
  const packet = { id, core: 0, ticks: 0, payload: Uint8Array.from(payload) };
  return formatEvent(packet, { knowledge, description: NO_DESCRIPTION });
}

test.each<[number, readonly number[], string]>([
  [32, [], 'k_sched_lock'],
  [34, u32(50), 'k_busy_wait for=50 us'],
  [37, [...address, 0], 'k_mutex_init mutex=0x20001000 result=0'],
  [39, [...address, ...forever], 'k_mutex_lock mutex=0x20001000 timeout=forever'],
  [42, [...address, 0], 'k_sem_take sem=0x20001000 timeout=none'],
  [91, address, 'k_sem_reset sem=0x20001000'],
  [88, [...address, 10, 20], 'k_timer_start timer=0x20001000 delay=10 ticks period=20 ticks'],
  [98, [...u32(0x400), ...u32(-2)], 'k_thread_priority_set thread=worker value=-2'],
  [101, address, 'k_thread_start thread=worker'],
  [104, [...u32(RAM), 5], 'k_thread_join thread=0x20000000 timeout=5 ticks'],
  [105, [], 'k_thread_yield'],
  [
    130,
    [...address, ...u32(RAM), 0],
    'k_work_schedule_for_queue queue=0x20001000 work=0x20000000 delay=none',
  ],
  [147, address, 'k_fifo_peek_head fifo=0x20001000'],
  [162, encodeString('k_sleep'), 'syscall "k_sleep"'],
  [163, [...encodeString('frame'), 1, 2], 'named_event "frame" value=1 value=2'],
  [EventId.EndCall, u32(41), 'End Call k_sem_give'],
  [EventId.EndCall, [42, ...again], 'End Call k_sem_take returns -EAGAIN'],
  [EventId.EndCall, [39, 0], 'End Call k_mutex_lock returns 0'],
  [EventId.EndCall, [77, ...address], 'End Call k_heap_alloc returns 0x20001000'],
  [EventId.TaskStopReady, [...u32(0x400), 24], 'Task Stop Ready worker cause=waits'],
  [EventId.TaskStopReady, [...u32(0x400), 8], 'Task Stop Ready worker cause=8'],
])('Zephyr: event %i with %j is %j', (id, payload, expected) => {
  expect(formatPacket(id, payload)).toBe(expected);
});

describe('the heap calls, which are numbered in two ways', () => {
  const both = (id: number) =>
    eventTitle({ knowledge: knowing('O=Zephyr'), description: NO_DESCRIPTION }, id);

  /** Knowledge of a stream that already contained such a call. */
  function after(id: number, payload: readonly number[]): Knowledge {
    const knowledge = knowing('O=Zephyr');
    learn(knowledge, id, Uint8Array.from(payload));
    return knowledge;
  }

  it('show both names until a call reveals the numbering', () => {
    expect([78, 79, 80].map(both)).toEqual([
      'k_heap_free or k_heap_calloc',
      'k_heap_aligned_alloc or k_heap_free',
      'k_heap_realloc or k_heap_aligned_alloc',
    ]);
  });

  const alloc = [...address, 0];
  const realloc = [...address, ...address, 64, 0];
  const old = [
    [78, address],
    [79, alloc],
    [80, realloc],
  ] as const;
  const since = [
    [78, alloc],
    [79, address],
    [80, alloc],
    [81, realloc],
  ] as const;

  test.each(old)('use the older numbering after %i with %j', (id, payload) => {
    const knowledge = after(id, payload);
    expect(formatPacket(78, address, knowledge)).toBe('k_heap_free heap=0x20001000');
    expect(formatPacket(79, alloc, knowledge)).toMatch(
      /^k_heap_aligned_alloc heap=.* timeout=none$/,
    );
    expect(formatPacket(80, realloc, knowledge)).toMatch(
      /^k_heap_realloc .* value=64 timeout=none$/,
    );
    expect(formatPacket(EventId.EndCall, [80, 0], knowledge)).toMatch(
      /k_heap_realloc returns 0x0+$/,
    );
  });

  test.each(since)('use the newer numbering after %i with %j', (id, payload) => {
    const knowledge = after(id, payload);
    expect(formatPacket(78, alloc, knowledge)).toBe('k_heap_calloc heap=0x20001000 timeout=none');
    expect(formatPacket(79, address, knowledge)).toBe('k_heap_free heap=0x20001000');
    expect(formatPacket(80, alloc, knowledge)).toMatch(/^k_heap_aligned_alloc heap=/);
    expect(formatPacket(81, realloc, knowledge)).toMatch(/^k_heap_realloc heap=/);
    expect(formatPacket(EventId.EndCall, [78, 0], knowledge)).toMatch(
      /k_heap_calloc returns 0x0+$/,
    );
  });

  it('ignore a call that fits neither', () => {
    expect(after(80, [1, 2, 3]).zephyrHeap).toBeUndefined();
  });
});

test('corrects the end of k_mem_slab_free, which Zephyr reports with the id of k_mem_slab_alloc', () => {
  expect(formatPacket(EventId.EndCall, [85])).toBe('End Call k_mem_slab_free');
  expect(formatPacket(EventId.EndCall, [85, 0])).toBe('End Call k_mem_slab_alloc returns 0');
});

test('ids that Zephyr does not use are shown as numbers', () => {
  expect(formatPacket(83, [1])).toBe('Event 83 +1 bytes');
  expect(formatPacket(500, [])).toBe('Event 500');
});

test('names nothing on other systems', () => {
  expect(formatPacket(39, [1, 2], knowing('O=FreeRTOS'))).toBe('Event 39 +2 bytes');
  expect(formatPacket(39, [1, 2], knowing())).toBe('Event 39 +2 bytes');
  expect(formatPacket(EventId.TaskStopReady, [4, 24], knowing('O=FreeRTOS'))).toContain('cause=24');
});

test('a description file takes precedence', () => {
  const description = parseDescription(
    'NamedType Wait *="%u" 4294967295=FOREVER\n39 lock m=%p, t=%Wait | Returns %d\nTaskState 0xBF 16=Suspended',
  );
  const payload = Uint8Array.from([...address, ...forever]);
  const packet = { id: 39, core: 0, ticks: 0, payload };
  expect(formatEvent(packet, { knowledge: zephyr, description })).toBe(
    'lock m=0x20001000 t=FOREVER',
  );
});

test('every id has a unique name', () => {
  const context = { knowledge: zephyr, description: NO_DESCRIPTION };
  const titles = Array.from({ length: 160 }, (_, index) => eventTitle(context, 24 + index));
  const named = titles.filter((title) => !title.startsWith('Event ') && !title.includes(' or '));
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBeGreaterThan(110);
});

test('a stream from Zephyr is named from its system description on', () => {
  const seen: string[] = [];
  const decoder = newDecoder({
    onPacket: (packet, knowledge) =>
      seen.push(formatEvent(packet, { knowledge, description: NO_DESCRIPTION })),
    watchFrom: 0,
  });
  decoder.push(
    recordingBytes([
      { id: 41, payload: address, delta: 1 },
      { id: EventId.SysDesc, payload: encodeString('O=Zephyr'), delta: 1 },
      { id: 41, payload: address, delta: 1 },
    ]),
  );
  decoder.finish();
  expect(seen.at(-3)).toMatch(/^Event 41/);
  expect(seen.at(-1)).toBe('k_sem_give sem=0x20001000');
});

import { describe, expect, test } from 'vitest';
import { columnAt, listDoubtful, splitPrintedLines, rowAt } from './testing';

// The table of pairs as the page prints it.
const TABLE = `
Thread yield C ove_thread_yield 10521 ns 10364 ns +157 ns
Thread yield CPP ove::Thread::yield 10918 ns 10728 ns +190 ns
Thread yield RUST ove::Thread::yield 10474 ns 10383 ns +91 ns
Thread yield ZIG ove.Thread.yield 10773 ns 10707 ns +66 ns
Thread sleep 1ms C ove_thread_sleep_ms(1) 1087583 ns 1087516 ns +67 ns
Thread sleep 1ms CPP ove::Thread::sleep_ms(1) 1087514 ns 1087388 ns +126 ns
Thread sleep 1ms RUST ove::Thread::sleep_ms(1) 1085980 ns 1085996 ns -16 ns
Thread sleep 1ms ZIG ove.Thread.sleepMs(1) 1087334 ns 1087267 ns +67 ns
Thread context_switch (2t) C ove ping-pong (2t) 56567 ns 55988 ns +579 ns
Thread context_switch (2t) CPP ove ping-pong (2t) 55662 ns 54982 ns +680 ns
Thread context_switch (2t) ZIG ove ping-pong (2t) 57355 ns 56779 ns +576 ns
Mutex lock+unlock C ove_mutex_lock+unlock 2878 ns 2933 ns -55 ns
Mutex lock+unlock CPP ove::Mutex::lock+unlock 2865 ns 2628 ns +237 ns
Mutex lock+unlock RUST ove::Mutex::lock+unlock 3167 ns 2864 ns +303 ns
Mutex lock+unlock ZIG ove.Mutex.lock+unlock 2901 ns 2813 ns +88 ns
Mutex contention (2t) C ove_mutex_lock+unlock (×2t) 3005 ns 2948 ns +57 ns
Mutex contention (2t) CPP ove::Mutex::lock+unlock (×2t) 45976 ns 58312 ns -12336 ns
Mutex contention (2t) RUST ove::Mutex::lock+unlock (×2t) 3358 ns 3026 ns +332 ns
Mutex contention (2t) ZIG ove.Mutex.lock+unlock (×2t) 45360 ns 2874 ns +42486 ns
Recursive mutex lock+unlock C ove_rmtx_lock+unlock 2985 ns 2973 ns +12 ns
Recursive mutex lock+unlock CPP ove::RMutex::lock+unlock 2883 ns 2647 ns +236 ns
Recursive mutex lock+unlock RUST ove::RMutex::lock+unlock 3380 ns 2874 ns +506 ns
Recursive mutex lock+unlock ZIG ove.RMutex.lock+unlock 3088 ns 2799 ns +289 ns
Sem take+give C ove_sem_take+give 2313 ns 2054 ns +259 ns
Sem take+give CPP ove::Sem::take+give 1938 ns 1457 ns +481 ns
Sem take+give RUST ove::Sem::take+give 2078 ns 1665 ns +413 ns
Sem take+give ZIG ove.Sem.take+give 2114 ns 1619 ns +495 ns
Condvar signal+wait C ove_condvar_signal+wait 65060 ns 66881 ns -1821 ns
Condvar signal+wait CPP ove::Condvar::signal+wait 65262 ns 67174 ns -1912 ns
Condvar signal+wait RUST ove::Condvar::signal+wait 65245 ns 66225 ns -980 ns
Condvar signal+wait ZIG ove.Condvar.signal+wait 65393 ns 67520 ns -2127 ns
Event signal+wait C ove_event_signal+wait 56943 ns 63333 ns -6390 ns
Event signal+wait CPP ove::Event::signal+wait 56120 ns 63447 ns -7327 ns
Event signal+wait RUST ove::Event::signal+wait 55365 ns 62323 ns -6958 ns
Event signal+wait ZIG ove.Event.signal+wait 57495 ns 64162 ns -6667 ns
Queue send+receive C ove_queue_send+receive 4542 ns 4214 ns +328 ns
Queue send+receive CPP ove::Queue::send+recv 5329 ns 5551 ns -222 ns
Queue send+receive RUST ove::Queue::send+recv 5283 ns 4948 ns +335 ns
Queue send+receive ZIG ove.Queue.send+recv 4613 ns 4397 ns +216 ns
Stream send+recv 64B C ove_stream_send+recv 64B 14277 ns 12771 ns +1506 ns
Stream send+recv 64B CPP ove::Stream::send+recv 64B 24787 ns 23294 ns +1493 ns
Stream send+recv 64B RUST ove::Stream::send+recv 64B 16981 ns 10515 ns +6466 ns
Stream send+recv 64B ZIG ove.Stream.send+recv 64B 14493 ns 13091 ns +1402 ns
`;

const LINE = /^(.+?) (C|CPP|RUST|ZIG) (.+) (\d+) ns (\d+) ns ([+-]\d+) ns$/;

const pairs = splitPrintedLines(TABLE).map((line) => LINE.exec(line)?.slice(1) ?? [line]);

describe('wrapper against native', () => {
  test('has 43 pairs of three figures', () => {
    expect(pairs).toHaveLength(43);
    const held = ['c', 'cpp', 'rust', 'zig'].flatMap((id) =>
      ['wrapper', 'native', 'delta'].map(
        (kind) => columnAt(`overtos-zephyr/pairs/${id}-${kind}`).rows.length,
      ),
    );
    expect(held).toEqual([11, 11, 11, 11, 11, 11, 10, 10, 10, 11, 11, 11]);
  });

  test.each(pairs)('%s, %s', (operation = '', binding = '', call, wrapper, native, delta) => {
    const at = (kind: string): ReturnType<typeof rowAt> =>
      rowAt(`overtos-zephyr/pairs/${binding.toLowerCase()}-${kind}`, operation);
    expect(at('wrapper')).toMatchObject({ printed: wrapper, value: Number(wrapper), call });
    expect(at('native')).toMatchObject({ printed: native, value: Number(native), unit: 'ns' });
    expect(at('delta')).toMatchObject({ printed: delta, value: Number(delta), unit: 'ns' });
    expect(Number(wrapper) - Number(native)).toBe(Number(delta));
    expect(at('wrapper').op).toBe(at('native').op);
    expect(at('wrapper').op).toMatch(/^(thread|sync|queue|stream)\//);
  });

  test.each([
    ['c-wrapper', ['Mutex contention (2t)', 'Event signal+wait']],
    ['cpp-wrapper', ['Mutex contention (2t)', 'Event signal+wait']],
    ['rust-wrapper', ['Mutex contention (2t)', 'Event signal+wait']],
    ['zig-wrapper', ['Event signal+wait']],
    ['c-native', ['Mutex contention (2t)']],
    ['zig-native', ['Mutex contention (2t)', 'Sem take+give']],
  ])('%s doubts %j', (column, names) => {
    expect(listDoubtful(`overtos-zephyr/pairs/${column}`)).toEqual(names);
  });
});

import { describe, expect, test } from 'vitest';
import { columnAt, splitPrintedLines, rowAt } from './testing';

// The list of cases beyond 10 % as the page prints it.
const LIST = `
CPP native_zephyr/native_mutex_contention_2t 58312 vs 2948 (+1878.0%)
CPP sync/mutex_contention_2t 45976 vs 3005 (+1430.0%)
ZIG sync/mutex_contention_2t 45360 vs 3005 (+1409.5%)
CPP native_zephyr/native_stream_send_recv_64B 23294 vs 12771 (+82.4%)
CPP stream/send_recv_64B 24787 vs 14277 (+73.6%)
RUST stream/throughput 40932 vs 24278 (+68.6%)
RUST native_zephyr/native_thread_create_destroy 77849 vs 190271 (-59.1%)
CPP native_zephyr/native_thread_create_destroy 84431 vs 190271 (-55.6%)
ZIG native_zephyr/native_thread_create_destroy 89780 vs 190271 (-52.8%)
CPP stream/throughput 33542 vs 24278 (+38.2%)
CPP native_zephyr/native_queue_send_receive 5551 vs 4214 (+31.7%)
CPP native_zephyr/native_sem_take_give 1457 vs 2054 (-29.1%)
RUST thread/get_self 1070 vs 855 (+25.1%)
RUST queue/throughput_2t 4007 vs 3288 (+21.9%)
ZIG native_zephyr/native_sem_take_give 1619 vs 2054 (-21.2%)
RUST stream/send_recv_64B 16981 vs 14277 (+18.9%)
RUST native_zephyr/native_sem_take_give 1665 vs 2054 (-18.9%)
CPP native_zephyr/native_queue_create_destroy 944 vs 1156 (-18.3%)
RUST native_zephyr/native_stream_send_recv_64B 10515 vs 12771 (-17.7%)
RUST native_zephyr/native_queue_send_receive 4948 vs 4214 (+17.4%)
CPP queue/send_receive 5329 vs 4542 (+17.3%)
RUST queue/send_receive 5283 vs 4542 (+16.3%)
CPP sync/sem_take_give 1938 vs 2313 (-16.2%)
ZIG native_zephyr/native_sem_create_destroy 809 vs 702 (+15.2%)
RUST sync/recursive_mutex_lock_unlock 3380 vs 2985 (+13.2%)
ZIG thread/get_self 957 vs 855 (+11.9%)
RUST sync/mutex_contention_2t 3358 vs 3005 (+11.7%)
CPP native_zephyr/native_recursive_mutex_lock_unlock 2647 vs 2973 (-11.0%)
CPP native_zephyr/native_mutex_lock_unlock 2628 vs 2933 (-10.4%)
RUST sync/sem_take_give 2078 vs 2313 (-10.2%)
RUST sync/mutex_lock_unlock 3167 vs 2878 (+10.0%)
`;

const LINE = /^(\w+) (\S+) (\d+) vs (\d+) \((.+%)\)$/;

const entries = splitPrintedLines(LIST).map((line) => LINE.exec(line)?.slice(1) ?? [line]);
const BINDINGS = ['cpp', 'rust', 'zig'];

describe('the list beyond 10 %', () => {
  test('has 31 entries', () => {
    expect(entries).toHaveLength(31);
    const held = BINDINGS.map((id) => columnAt(`overtos-zephyr/beyond-10/${id}`).rows.length);
    expect(held).toEqual([13, 13, 5]);
  });

  test.each(entries)('%s %s', (binding = '', name = '', own, baseline, delta) => {
    const id = binding.toLowerCase();
    const printed = ['', '-baseline', '-delta'].map(
      (kind) => rowAt(`overtos-zephyr/beyond-10/${id}${kind}`, name).printed,
    );
    expect(printed).toEqual([own, baseline, delta]);
    expect(rowAt(`overtos-zephyr/cases/${id}-delta`, name).printed).toBe(delta);
  });

  test('covers every case of the main table', () => {
    const far = BINDINGS.flatMap((id) =>
      columnAt(`overtos-zephyr/cases/${id}-delta`)
        .rows.filter(({ value }) => Math.abs(value) > 10)
        .map(({ name }) => `${id} ${name}`),
    );
    const listed = entries.map(([binding = '', name]) => `${binding.toLowerCase()} ${name}`);
    // This one is printed as +10.0 %, and its nanoseconds give 10.04.
    expect(listed.filter((entry) => !far.includes(entry))).toEqual(['rust sync/mutex_lock_unlock']);
    expect(far.filter((entry) => !listed.includes(entry))).toEqual([]);
  });
});

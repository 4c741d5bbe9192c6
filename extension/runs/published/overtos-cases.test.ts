import { describe, expect, test } from 'vitest';
import { columnAt, splitPrintedLines, listPrinted, rowAt } from './testing';

// The main table as the page prints it; a time is a number and its unit.
const TABLE = `
time time_get_us_overhead 2.4 µs 2.4 µs -0.4% 2.5 µs +3.1% 2.6 µs +5.0%
time delay_1ms 1.09 ms 1.09 ms -0.0% 1.09 ms -0.1% 1.09 ms -0.0%
thread yield 10.5 µs 10.9 µs +3.8% 10.5 µs -0.4% 10.8 µs +2.4%
thread get_self 855 ns 869 ns +1.6% 1.1 µs +25.1% 957 ns +11.9%
thread sleep_1ms 1.09 ms 1.09 ms -0.0% 1.09 ms -0.1% 1.09 ms -0.0%
thread context_switch 56.6 µs 55.7 µs -1.6% 57.4 µs +1.4%
sync mutex_lock_unlock 2.9 µs 2.9 µs -0.5% 3.2 µs +10.0% 2.9 µs +0.8%
sync mutex_contention_2t 3.0 µs 46.0 µs +1430.0% 3.4 µs +11.7% 45.4 µs +1409.5%
sync sem_take_give 2.3 µs 1.9 µs -16.2% 2.1 µs -10.2% 2.1 µs -8.6%
sync event_signal_wait 56.9 µs 56.1 µs -1.4% 55.4 µs -2.8% 57.5 µs +1.0%
sync condvar_signal_wait 65.1 µs 65.3 µs +0.3% 65.2 µs +0.3% 65.4 µs +0.5%
sync recursive_mutex_lock_unlock 3.0 µs 2.9 µs -3.4% 3.4 µs +13.2% 3.1 µs +3.5%
queue send_receive 4.5 µs 5.3 µs +17.3% 5.3 µs +16.3% 4.6 µs +1.6%
queue throughput_2t 3.3 µs 3.4 µs +3.9% 4.0 µs +21.9% 3.3 µs +0.6%
timer start_stop 8.8 µs 8.8 µs -0.4% 8.7 µs -0.7% 8.9 µs +1.0%
eventgroup set_get_bits 9.1 µs 8.9 µs -2.8% 8.9 µs -2.5% 9.2 µs +0.8%
workqueue submit_execute 58.7 µs 58.3 µs -0.7% 57.8 µs -1.5% 59.0 µs +0.5%
stream send_recv_64B 14.3 µs 24.8 µs +73.6% 17.0 µs +18.9% 14.5 µs +1.5%
stream throughput 24.3 µs 33.5 µs +38.2% 40.9 µs +68.6% 24.8 µs +2.2%
native_zephyr native_mutex_lock_unlock 2.9 µs 2.6 µs -10.4% 2.9 µs -2.4% 2.8 µs -4.1%
native_zephyr native_mutex_create_destroy 860 ns 827 ns -3.8% 920 ns +7.0% 860 ns +0.0%
native_zephyr native_mutex_contention_2t 2.9 µs 58.3 µs +1878.0% 3.0 µs +2.6% 2.9 µs -2.5%
native_zephyr native_recursive_mutex_lock_unlock 3.0 µs 2.6 µs -11.0% 2.9 µs -3.3% 2.8 µs -5.9%
native_zephyr native_sem_take_give 2.1 µs 1.5 µs -29.1% 1.7 µs -18.9% 1.6 µs -21.2%
native_zephyr native_sem_create_destroy 702 ns 703 ns +0.1% 739 ns +5.3% 809 ns +15.2%
native_zephyr native_condvar_signal_wait 66.9 µs 67.2 µs +0.4% 66.2 µs -1.0% 67.5 µs +1.0%
native_zephyr native_event_signal_wait 63.3 µs 63.4 µs +0.2% 62.3 µs -1.6% 64.2 µs +1.3%
native_zephyr native_thread_yield 10.4 µs 10.7 µs +3.5% 10.4 µs +0.2% 10.7 µs +3.3%
native_zephyr native_thread_sleep_1ms 1.09 ms 1.09 ms -0.0% 1.09 ms -0.1% 1.09 ms -0.0%
native_zephyr native_thread_create_destroy 190.3 µs 84.4 µs -55.6% 77.8 µs -59.1% 89.8 µs -52.8%
native_zephyr native_thread_context_switch 56.0 µs 55.0 µs -1.8% 54.0 µs -3.6% 56.8 µs +1.4%
native_zephyr native_queue_send_receive 4.2 µs 5.6 µs +31.7% 4.9 µs +17.4% 4.4 µs +4.3%
native_zephyr native_queue_create_destroy 1.2 µs 944 ns -18.3% 1.2 µs +5.5% 1.1 µs -7.5%
native_zephyr native_stream_send_recv_64B 12.8 µs 23.3 µs +82.4% 10.5 µs -17.7% 13.1 µs +2.5%
thread ctx_switch 54.9 µs
`;

const COLUMNS = ['c', 'cpp', 'cpp-delta', 'rust', 'rust-delta', 'zig', 'zig-delta'];
const SHORT: Readonly<Record<string, readonly string[]>> = {
  context_switch: ['c', 'cpp', 'cpp-delta', 'zig', 'zig-delta'],
  ctx_switch: ['rust'],
};
const NANOSECONDS: Readonly<Record<string, number>> = { ns: 1, µs: 1000, ms: 1_000_000 };

const cells = splitPrintedLines(TABLE).flatMap((line) => {
  const [suite = '', name = ''] = line.split(' ');
  const printed = line.match(/\d[\d.]* (?:ns|µs|ms)|[+-][\d.]+%/g) ?? [];
  const columns = SHORT[name] ?? COLUMNS;
  expect(printed).toHaveLength(columns.length);
  return columns.map((column, at) => ({ column, name: `${suite}/${name}`, text: printed[at] }));
});

describe('the cases of oveRTOS', () => {
  test('has 35 rows', () => {
    expect(new Set(cells.map(({ name }) => name)).size).toBe(35);
  });

  test.each(COLUMNS)('%s has the printed figures', (column) => {
    const own = cells.filter((cell) => cell.column === column);
    const byName = (rows: [string, string | undefined][]): typeof rows => rows.sort();
    expect(byName(listPrinted(`overtos-zephyr/cases/${column}`))).toEqual(
      byName(own.map(({ name, text }) => [name, text])),
    );
  });

  test.each(['c', 'cpp', 'rust', 'zig'])('%s is in nanoseconds', (column) => {
    const { rows, unit, system } = columnAt(`overtos-zephyr/cases/${column}`);
    expect([unit, system?.coreHz]).toEqual(['ns', 216e6]);
    for (const { printed, value } of rows) {
      const [number = '', suffix = ''] = printed.split(' ');
      expect(value, printed).toBeCloseTo(Number(number) * (NANOSECONDS[suffix] ?? NaN), 6);
    }
  });

  test('Rust has a separate row for its context switch, which is doubted', () => {
    const names = columnAt('overtos-zephyr/cases/rust').rows.map(({ name }) => name);
    expect(names).not.toContain('thread/context_switch');
    const row = rowAt('overtos-zephyr/cases/rust', 'thread/ctx_switch');
    expect(row.op).toBe('thread/context_switch');
    expect(row.doubts[0]).toContain('Rust alone');
  });

  test.each([
    ['c', 'native_zephyr/native_mutex_contention_2t', 'did not meet'],
    ['c', 'sync/mutex_contention_2t', 'did not meet'],
    ['cpp', 'native_zephyr/native_mutex_contention_2t', 'same C code differs by 1878.0 %'],
    ['rust', 'native_zephyr/native_thread_create_destroy', 'same C code differs by -59.1 %'],
    ['zig', 'sync/event_signal_wait', "10.4 % faster than the kernel's own call (64162 ns)"],
    ['cpp-delta', 'sync/mutex_contention_2t', '2 of them in doubt'],
  ])('%s doubts %s: %s', (column, name, doubt) => {
    expect(rowAt(`overtos-zephyr/cases/${column}`, name).doubts.join()).toContain(doubt);
  });

  test.each([
    ['c', 'native_zephyr/native_sem_take_give'],
    ['cpp', 'native_zephyr/native_sem_create_destroy'],
    ['zig', 'sync/mutex_contention_2t'],
    ['rust', 'thread/get_self'],
    ['zig', 'thread/context_switch'],
  ])('%s does not doubt %s', (column, name) => {
    expect(rowAt(`overtos-zephyr/cases/${column}`, name).doubts).toEqual([]);
  });
});

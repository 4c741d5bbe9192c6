import { type CellLine, type ColumnHead, draft, type Draft, lineCells, textTable } from '../cells';
import { DISCO, LANGUAGES, nativeOperation } from './board';

/**
 * The main table: suite/case, then C, C++ and its delta, Rust and its delta, Zig and its delta.
 * Cases through the binding come first, then those that call the kernel alone.
 */
const BINDING_CASES = `
time/time_get_us_overhead        | 2.4 µs  | 2.4 µs  | -0.4%    | 2.5 µs  | +3.1%  | 2.6 µs  | +5.0%
time/delay_1ms                   | 1.09 ms | 1.09 ms | -0.0%    | 1.09 ms | -0.1%  | 1.09 ms | -0.0%
thread/yield                     | 10.5 µs | 10.9 µs | +3.8%    | 10.5 µs | -0.4%  | 10.8 µs | +2.4%
thread/get_self                  | 855 ns  | 869 ns  | +1.6%    | 1.1 µs  | +25.1% | 957 ns  | +11.9%
thread/sleep_1ms                 | 1.09 ms | 1.09 ms | -0.0%    | 1.09 ms | -0.1%  | 1.09 ms | -0.0%
thread/context_switch            | 56.6 µs | 55.7 µs | -1.6%    |         |        | 57.4 µs | +1.4%
sync/mutex_lock_unlock           | 2.9 µs  | 2.9 µs  | -0.5%    | 3.2 µs  | +10.0% | 2.9 µs  | +0.8%
sync/mutex_contention_2t         | 3.0 µs  | 46.0 µs | +1430.0% | 3.4 µs  | +11.7% | 45.4 µs | +1409.5%
sync/sem_take_give               | 2.3 µs  | 1.9 µs  | -16.2%   | 2.1 µs  | -10.2% | 2.1 µs  | -8.6%
sync/event_signal_wait           | 56.9 µs | 56.1 µs | -1.4%    | 55.4 µs | -2.8%  | 57.5 µs | +1.0%
sync/condvar_signal_wait         | 65.1 µs | 65.3 µs | +0.3%    | 65.2 µs | +0.3%  | 65.4 µs | +0.5%
sync/recursive_mutex_lock_unlock | 3.0 µs  | 2.9 µs  | -3.4%    | 3.4 µs  | +13.2% | 3.1 µs  | +3.5%
queue/send_receive               | 4.5 µs  | 5.3 µs  | +17.3%   | 5.3 µs  | +16.3% | 4.6 µs  | +1.6%
queue/throughput_2t              | 3.3 µs  | 3.4 µs  | +3.9%    | 4.0 µs  | +21.9% | 3.3 µs  | +0.6%
timer/start_stop                 | 8.8 µs  | 8.8 µs  | -0.4%    | 8.7 µs  | -0.7%  | 8.9 µs  | +1.0%
eventgroup/set_get_bits          | 9.1 µs  | 8.9 µs  | -2.8%    | 8.9 µs  | -2.5%  | 9.2 µs  | +0.8%
workqueue/submit_execute         | 58.7 µs | 58.3 µs | -0.7%    | 57.8 µs | -1.5%  | 59.0 µs | +0.5%
stream/send_recv_64B             | 14.3 µs | 24.8 µs | +73.6%   | 17.0 µs | +18.9% | 14.5 µs | +1.5%
stream/throughput                | 24.3 µs | 33.5 µs | +38.2%   | 40.9 µs | +68.6% | 24.8 µs | +2.2%
thread/ctx_switch                |         |         |          | 54.9 µs |        |         |
`;

/** The cases that call the kernel alone, from the same C source in every binary. */
const KERNEL_CASES = `
native_zephyr/native_mutex_lock_unlock           | 2.9 µs   | 2.6 µs  | -10.4%   | 2.9 µs  | -2.4%  | 2.8 µs  | -4.1%
native_zephyr/native_mutex_create_destroy        | 860 ns   | 827 ns  | -3.8%    | 920 ns  | +7.0%  | 860 ns  | +0.0%
native_zephyr/native_mutex_contention_2t         | 2.9 µs   | 58.3 µs | +1878.0% | 3.0 µs  | +2.6%  | 2.9 µs  | -2.5%
native_zephyr/native_recursive_mutex_lock_unlock | 3.0 µs   | 2.6 µs  | -11.0%   | 2.9 µs  | -3.3%  | 2.8 µs  | -5.9%
native_zephyr/native_sem_take_give               | 2.1 µs   | 1.5 µs  | -29.1%   | 1.7 µs  | -18.9% | 1.6 µs  | -21.2%
native_zephyr/native_sem_create_destroy          | 702 ns   | 703 ns  | +0.1%    | 739 ns  | +5.3%  | 809 ns  | +15.2%
native_zephyr/native_condvar_signal_wait         | 66.9 µs  | 67.2 µs | +0.4%    | 66.2 µs | -1.0%  | 67.5 µs | +1.0%
native_zephyr/native_event_signal_wait           | 63.3 µs  | 63.4 µs | +0.2%    | 62.3 µs | -1.6%  | 64.2 µs | +1.3%
native_zephyr/native_thread_yield                | 10.4 µs  | 10.7 µs | +3.5%    | 10.4 µs | +0.2%  | 10.7 µs | +3.3%
native_zephyr/native_thread_sleep_1ms            | 1.09 ms  | 1.09 ms | -0.0%    | 1.09 ms | -0.1%  | 1.09 ms | -0.0%
native_zephyr/native_thread_create_destroy       | 190.3 µs | 84.4 µs | -55.6%   | 77.8 µs | -59.1% | 89.8 µs | -52.8%
native_zephyr/native_thread_context_switch       | 56.0 µs  | 55.0 µs | -1.8%    | 54.0 µs | -3.6%  | 56.8 µs | +1.4%
native_zephyr/native_queue_send_receive          | 4.2 µs   | 5.6 µs  | +31.7%   | 4.9 µs  | +17.4% | 4.4 µs  | +4.3%
native_zephyr/native_queue_create_destroy        | 1.2 µs   | 944 ns  | -18.3%   | 1.2 µs  | +5.5%  | 1.1 µs  | -7.5%
native_zephyr/native_stream_send_recv_64B        | 12.8 µs  | 23.3 µs | +82.4%   | 10.5 µs | -17.7% | 13.1 µs | +2.5%
`;

const HEADS: readonly ColumnHead[] = LANGUAGES.flatMap(({ id, language }) => {
  const measured: ColumnHead = { id, unit: 'ns', system: DISCO, language };
  if (id === 'c') return [measured];
  return [
    measured,
    { id: `${id}-delta`, unit: '%', system: DISCO, language, derived: true } as const,
  ];
});

/** Rust's context switch is in a row with a name of its own. */
export const STRAY = 'thread/ctx_switch';

/** The other three's row. */
export const SWITCH = 'thread/context_switch';

/** The document's main table: 35 rows, four callers of the same operations. */
export const cases: Draft = draft(
  {
    table: { id: 'cases', name: 'Cases and their delta against C', section: 'Zephyr' },
    heads: HEADS,
  },
  () => [
    ...lines(BINDING_CASES, binding),
    ...lines(KERNEL_CASES, (name) => ({ name, op: nativeOperation(name) })),
  ],
);

function binding(name: string): CellLine {
  if (name !== STRAY) return { name, op: name };
  const doubt = `"${SWITCH}" has C, C++ and Zig, and this row Rust alone: whether they measure the same is not stated`;
  return { name, op: SWITCH, doubts: [doubt] };
}

function lines(text: string, line: (name: string) => CellLine): Draft['cells'] {
  return textTable(text).flatMap(([name = '', ...printed]) =>
    lineCells(HEADS, line(name), printed),
  );
}

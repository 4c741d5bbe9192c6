import { type ColumnHead, draft, type Draft, lineCells, textTable } from '../cells';
import { DISCO, LANGUAGES } from './board';

/** Wrapper against native: operation, language, the wrapper called, its ns, the kernel's ns, delta. */
const PAIRS = `
Thread yield                | C    | ove_thread_yield              | 10521   | 10364   | +157
Thread yield                | CPP  | ove::Thread::yield            | 10918   | 10728   | +190
Thread yield                | RUST | ove::Thread::yield            | 10474   | 10383   | +91
Thread yield                | ZIG  | ove.Thread.yield              | 10773   | 10707   | +66
Thread sleep 1ms            | C    | ove_thread_sleep_ms(1)        | 1087583 | 1087516 | +67
Thread sleep 1ms            | CPP  | ove::Thread::sleep_ms(1)      | 1087514 | 1087388 | +126
Thread sleep 1ms            | RUST | ove::Thread::sleep_ms(1)      | 1085980 | 1085996 | -16
Thread sleep 1ms            | ZIG  | ove.Thread.sleepMs(1)         | 1087334 | 1087267 | +67
Thread context_switch (2t)  | C    | ove ping-pong (2t)            | 56567   | 55988   | +579
Thread context_switch (2t)  | CPP  | ove ping-pong (2t)            | 55662   | 54982   | +680
Thread context_switch (2t)  | ZIG  | ove ping-pong (2t)            | 57355   | 56779   | +576
Mutex lock+unlock           | C    | ove_mutex_lock+unlock         | 2878    | 2933    | -55
Mutex lock+unlock           | CPP  | ove::Mutex::lock+unlock       | 2865    | 2628    | +237
Mutex lock+unlock           | RUST | ove::Mutex::lock+unlock       | 3167    | 2864    | +303
Mutex lock+unlock           | ZIG  | ove.Mutex.lock+unlock         | 2901    | 2813    | +88
Mutex contention (2t)       | C    | ove_mutex_lock+unlock (×2t)   | 3005    | 2948    | +57
Mutex contention (2t)       | CPP  | ove::Mutex::lock+unlock (×2t) | 45976   | 58312   | -12336
Mutex contention (2t)       | RUST | ove::Mutex::lock+unlock (×2t) | 3358    | 3026    | +332
Mutex contention (2t)       | ZIG  | ove.Mutex.lock+unlock (×2t)   | 45360   | 2874    | +42486
Recursive mutex lock+unlock | C    | ove_rmtx_lock+unlock          | 2985    | 2973    | +12
Recursive mutex lock+unlock | CPP  | ove::RMutex::lock+unlock      | 2883    | 2647    | +236
Recursive mutex lock+unlock | RUST | ove::RMutex::lock+unlock      | 3380    | 2874    | +506
Recursive mutex lock+unlock | ZIG  | ove.RMutex.lock+unlock        | 3088    | 2799    | +289
Sem take+give               | C    | ove_sem_take+give             | 2313    | 2054    | +259
Sem take+give               | CPP  | ove::Sem::take+give           | 1938    | 1457    | +481
Sem take+give               | RUST | ove::Sem::take+give           | 2078    | 1665    | +413
Sem take+give               | ZIG  | ove.Sem.take+give             | 2114    | 1619    | +495
Condvar signal+wait         | C    | ove_condvar_signal+wait       | 65060   | 66881   | -1821
Condvar signal+wait         | CPP  | ove::Condvar::signal+wait     | 65262   | 67174   | -1912
Condvar signal+wait         | RUST | ove::Condvar::signal+wait     | 65245   | 66225   | -980
Condvar signal+wait         | ZIG  | ove.Condvar.signal+wait       | 65393   | 67520   | -2127
Event signal+wait           | C    | ove_event_signal+wait         | 56943   | 63333   | -6390
Event signal+wait           | CPP  | ove::Event::signal+wait       | 56120   | 63447   | -7327
Event signal+wait           | RUST | ove::Event::signal+wait       | 55365   | 62323   | -6958
Event signal+wait           | ZIG  | ove.Event.signal+wait         | 57495   | 64162   | -6667
Queue send+receive          | C    | ove_queue_send+receive        | 4542    | 4214    | +328
Queue send+receive          | CPP  | ove::Queue::send+recv         | 5329    | 5551    | -222
Queue send+receive          | RUST | ove::Queue::send+recv         | 5283    | 4948    | +335
Queue send+receive          | ZIG  | ove.Queue.send+recv           | 4613    | 4397    | +216
Stream send+recv 64B        | C    | ove_stream_send+recv 64B      | 14277   | 12771   | +1506
Stream send+recv 64B        | CPP  | ove::Stream::send+recv 64B    | 24787   | 23294   | +1493
Stream send+recv 64B        | RUST | ove::Stream::send+recv 64B    | 16981   | 10515   | +6466
Stream send+recv 64B        | ZIG  | ove.Stream.send+recv 64B      | 14493   | 13091   | +1402
`;

/** The main table's case for each operation of the pairs, and the kernel's own. */
export const PAIRED_CASES: Readonly<Record<string, readonly [wrapper: string, native: string]>> = {
  'Thread yield': ['thread/yield', 'thread_yield'],
  'Thread sleep 1ms': ['thread/sleep_1ms', 'thread_sleep_1ms'],
  'Thread context_switch (2t)': ['thread/context_switch', 'thread_context_switch'],
  'Mutex lock+unlock': ['sync/mutex_lock_unlock', 'mutex_lock_unlock'],
  'Mutex contention (2t)': ['sync/mutex_contention_2t', 'mutex_contention_2t'],
  'Recursive mutex lock+unlock': [
    'sync/recursive_mutex_lock_unlock',
    'recursive_mutex_lock_unlock',
  ],
  'Sem take+give': ['sync/sem_take_give', 'sem_take_give'],
  'Condvar signal+wait': ['sync/condvar_signal_wait', 'condvar_signal_wait'],
  'Event signal+wait': ['sync/event_signal_wait', 'event_signal_wait'],
  'Queue send+receive': ['queue/send_receive', 'queue_send_receive'],
  'Stream send+recv 64B': ['stream/send_recv_64B', 'stream_send_recv_64B'],
};

const HEADS: readonly ColumnHead[] = LANGUAGES.flatMap(({ id, language }): ColumnHead[] => [
  { id: `${id}-wrapper`, unit: 'ns', system: DISCO, language },
  { id: `${id}-native`, unit: 'ns', system: DISCO, language: 'C' },
  { id: `${id}-delta`, unit: 'ns', system: DISCO, language, derived: true },
]);

/** 43 pairs: a binding's wrapper, and the kernel's own call in the same process. */
export const pairs: Draft = draft(
  {
    table: {
      id: 'pairs',
      name: 'Wrapper vs native Zephyr API (within-run delta)',
      section: 'Wrapper vs native Zephyr API',
    },
    heads: HEADS,
  },
  () =>
    textTable(PAIRS).flatMap(([name = '', printed, call, ...figures]) => {
      const at = LANGUAGES.findIndex((language) => language.printed === printed);
      const op = PAIRED_CASES[name]?.[0];
      return lineCells(HEADS.slice(3 * at, 3 * at + 3), { name, op, calls: [call] }, figures);
    }),
);

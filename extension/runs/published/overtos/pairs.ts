import { type ColumnHead, lineCells } from '../cells';
import type { Draft } from '../columns';
import { textTable } from '../text-table';
import { DISCO, LANGUAGES } from './board';
import { PAIRS } from './pairs-data';

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
export const pairs: Draft = {
  table: {
    id: 'pairs',
    name: 'Wrapper vs native Zephyr API (within-run delta)',
    section: 'Wrapper vs native Zephyr API',
  },
  heads: HEADS,
  cells: textTable(PAIRS).flatMap(([name = '', printed, call, ...figures]) => {
    const at = LANGUAGES.findIndex((language) => language.printed === printed);
    const op = PAIRED_CASES[name]?.[0];
    return lineCells(HEADS.slice(3 * at, 3 * at + 3), { name, op, calls: [call] }, figures);
  }),
};

import type { EventDescription, NamedType, Parameter } from './description';
import { type Knowledge, systemItem } from './knowledge';

/** Returns whether a stream identifies itself as Zephyr's. */
export function isZephyr(knowledge: Knowledge): boolean {
  return systemItem(knowledge, 'O')?.startsWith('Zephyr') === true;
}

/**
 * Zephyr's events, which no module describes. A line has the id of its first call, the prefix of
 * its names, the object its calls work on, and then the calls: a letter per parameter and, after
 * `>`, one for the result. Where two calls share an id, the second belongs to the numbering with
 * `k_heap_calloc`. Calls without parameters record none.
 */
const CALLS = `
32 k_ - sched_lock sched_unlock busy_wait:u
35 irq_ - enable disable
37 k_mutex_ mutex init:oe unlock:o>e lock:ot>e
40 k_sem_ sem init:oe give:o take:ot>e
43 k_queue_ queue init:o append:o alloc_append:o>e prepend:o alloc_prepend:o>e insert:o
49 k_queue_ queue append_list:o>e get:ot remove:o>n cancel_wait:o peek_head:op peek_tail:op
55 k_stack_ - init push pop cleanup
59 k_msgq_ - init put get cleanup peek purge
65 k_mbox_ - init put async_put get data_get data_block_get
71 k_pipe_ - init cleanup put get
76 k_heap_ heap init:o alloc:ot>p free:o/calloc:ot>p
79 k_heap_ heap aligned_alloc:ot>p/free:o realloc:opnt>p/aligned_alloc:ot>p realloc:opnt>p
82 k_msgq_ - put_front
84 k_mem_slab_ slab init:o alloc:ot>e free:o
87 k_timer_ timer init:o start:odr stop:o status_sync:o>n
91 k_sem_ sem reset:o
92 k_timer_ - user_data_get expiry_fn stop_fn
95 k_ - sleep:m>i msleep:m>i usleep:u>i
98 k_thread_ - priority_set:ai wakeup:h abort:h start:h suspend:h resume:h join:ht>e yield
106 k_thread_ - user_mode_enter foreach foreach_unlocked
109 k_condvar_ condvar init:o signal:o>e broadcast:o>e wait:o>e
113 k_work_ work cancel:o>i cancel_delayable:o>i cancel_delayable_sync:oy>n cancel_sync:oy>n
117 k_work_ work delayable_init:o queue_drain:q>e flush:o>n flush_delayable:oy>n init:o
122 k_work_ work poll_cancel:o>e poll_init:o poll_submit:ot>e poll_submit_to_queue:qot>e
126 k_work_ work queue_start:q reschedule:od>e reschedule_for_queue:qod>e schedule:od>e
130 k_work_ work schedule_for_queue:qod>e submit:o>e submit_to_queue:qo>e queue_unplug:q>e
134 k_work_ work queue_init:q queue_stop
142 k_fifo_ fifo init:o cancel_wait:o alloc_put:op put_list:opp put_slist:op peek_head:o
148 k_fifo_ fifo peek_tail:o put:op get:ot
151 k_lifo_ lifo init:o put:op get:ot alloc_put:op
155 k_thread_ - name_set:h
156 pm_ device system_suspend:k>n device_runtime_get:o>e device_runtime_put:o>e
159 pm_ device device_runtime_put_async:od>e device_runtime_enable:o>e device_runtime_disable:o>e
162 - - syscall:s named_event:snn
164 k_event_ - init post wait
`;

/** Parameter type: a task's full address instead of its shrunk id. */
export const TASK_ADDRESS = 'address of a task';

/** Objects and threads are full addresses; only the thread of a new priority is shrunk. */
const LETTERS: Readonly<Record<string, Parameter>> = {
  a: { name: 'thread', type: 't', unit: '' },
  d: { name: 'delay', type: 'a timeout', unit: '' },
  e: { name: 'result', type: 'an error', unit: '' },
  h: { name: 'thread', type: TASK_ADDRESS, unit: '' },
  i: { name: 'value', type: 'i', unit: '' },
  k: { name: 'ticks', type: 'u', unit: '' },
  m: { name: 'for', type: 'i', unit: 'ms' },
  n: { name: 'value', type: 'u', unit: '' },
  p: { name: 'data', type: 'p', unit: '' },
  q: { name: 'queue', type: 'p', unit: '' },
  r: { name: 'period', type: 'a timeout', unit: '' },
  s: { name: '', type: 's', unit: '' },
  t: { name: 'timeout', type: 'a timeout', unit: '' },
  u: { name: 'for', type: 'u', unit: 'us' },
  y: { name: 'sync', type: 'p', unit: '' },
};

/** Types of Zephyr's parameters whose values have names. */
export const ZEPHYR_TYPES: ReadonlyMap<string, NamedType> = new Map([
  [
    'a timeout',
    {
      values: new Map([
        [0, 'none'],
        [0xffff_ffff, 'forever'],
      ]),
      fallback: '%u ticks',
    },
  ],
  [
    'an error',
    {
      values: new Map(
        Object.entries({ EPERM: 1, EAGAIN: 11, ENOMEM: 12, EBUSY: 16, EINVAL: 22 }).map(
          ([name, number]) => [-number >>> 0, `-${name}`],
        ),
      ),
      fallback: '%d',
    },
  ],
]);

/** Zephyr's cause for a thread that is no longer ready, whatever it waits for. */
export const ZEPHYR_PENDED = 24;

const MEM_SLAB_ALLOC = 85;
const MEM_SLAB_FREE = 86;

let calls: ReadonlyMap<number, readonly EventDescription[]> | undefined;

function readCalls(): ReadonlyMap<number, readonly EventDescription[]> {
  return new Map(
    CALLS.trim()
      .split('\n')
      .flatMap((line) => {
        const [first, ...words] = line.split(' ');
        const [prefix = '', object = '', ...rest] = words.map((word) => (word === '-' ? '' : word));
        return rest.map((each, index) => {
          const meanings = each.split('/').map((call) => readCall(call, prefix, object));
          return [Number(first) + index, meanings] as const;
        });
      }),
  );
}

function readCall(text: string, prefix: string, object: string): EventDescription {
  const [, name = '', letters = '', result = ''] = /^(\w+):?(\w*)>?(\w?)$/.exec(text) ?? [];
  const parameters = [...letters].flatMap((letter) => {
    const known = letter === 'o' ? { name: object, type: 'p', unit: '' } : LETTERS[letter];
    return known === undefined ? [] : [known];
  });
  return { name: prefix + name, parameters, returns: LETTERS[result]?.type };
}

function listMeanings(id: number, { zephyrHeap }: Knowledge): readonly EventDescription[] {
  const all = (calls ??= readCalls()).get(id) ?? [];
  if (all.length < 2 || zephyrHeap === undefined) return all;
  return all.slice(...(zephyrHeap === 'with calloc' ? [1] : [0, 1]));
}

function mergeMeanings(meanings: readonly EventDescription[]): EventDescription | undefined {
  const [first, ...others] = meanings;
  if (first === undefined || others.length === 0) return first;
  return { ...first, name: meanings.map(({ name }) => name).join(' or '), parameters: [] };
}

/**
 * Returns one of Zephyr's events; with all of its names while the stream's numbering is unknown.
 */
export function zephyrEvent(id: number, knowledge: Knowledge): EventDescription | undefined {
  return mergeMeanings(listMeanings(id, knowledge));
}

/**
 * Returns the call that ended: freeing a slab's block ends like allocating one, but returns
 * nothing.
 */
export function zephyrEnd(
  id: number,
  knowledge: Knowledge,
  hasValue: boolean,
): EventDescription | undefined {
  const isFree = id === MEM_SLAB_ALLOC && !hasValue;
  return zephyrEvent(isFree ? MEM_SLAB_FREE : id, knowledge);
}

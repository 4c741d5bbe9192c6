/** Our operation that another tool's row measures too, and why it may be called so. */
export interface Namesake {
  readonly suite: string;
  readonly op: string;
  readonly because: string;
  /** What still differs and belongs beside the figures. */
  readonly differs?: string;
}

const yields: Namesake = {
  suite: 'context_switch',
  op: 'switch',
  because: 'two threads of equal priority yield in turn, and the figure is that of one switch',
};
const zephyrMutex = {
  suite: 'mutex',
  because: 'one thread uses a mutex that nobody else wants',
  differs: 'Zephyr locks it again and again before the first unlock, so most locks are recursive',
};
const zephyrHeap = {
  suite: 'heap',
  because: 'one call of the general allocator, timed by itself',
  differs: 'each block of 10 bytes is freed before the next is allocated',
};
const zephyrCreate: Namesake = {
  suite: 'thread',
  op: 'create',
  because: 'a thread with its own stack is created and does not run yet',
  differs: 'starting it is a row of its own',
};

// Zephyr gave its rows new names twice; all three generations are found in the wild.
const latencyMeasure: Readonly<Record<string, Namesake>> = {
  'thread.yield.preemptive.ctx.k_to_k': yields,
  'Preemptive threads ctx switch via k_yield (K -> K)': yields,
  'Average thread context switch using yield': yields,
  'mutex.lock.immediate.recursive.kernel': { ...zephyrMutex, op: 'lock' },
  'Lock a mutex from kernel thread': { ...zephyrMutex, op: 'lock' },
  'Average time to lock a mutex': { ...zephyrMutex, op: 'lock' },
  'mutex.unlock.immediate.recursive.kernel': { ...zephyrMutex, op: 'unlock' },
  'Unlock a mutex from kernel thread': { ...zephyrMutex, op: 'unlock' },
  'Average time to unlock a mutex': { ...zephyrMutex, op: 'unlock' },
  'heap.malloc.immediate': { ...zephyrHeap, op: 'malloc' },
  'Average time for heap malloc': { ...zephyrHeap, op: 'malloc' },
  'heap.free.immediate': { ...zephyrHeap, op: 'free' },
  'Average time for heap free': { ...zephyrHeap, op: 'free' },
  'thread.create.kernel.from.kernel': zephyrCreate,
  'Create kernel thread from kernel thread': zephyrCreate,
  'Time to create a thread (without start)': zephyrCreate,
};

const heap128 = { ...zephyrHeap, differs: 'each block of 128 bytes is freed before the next' };

const rtosBenchmark: Readonly<Record<string, Namesake>> = {
  'Yield stats: Yield (context switch)': yields,
  'Mutex Stats: Lock (no owner)': {
    suite: 'mutex',
    op: 'lock',
    because: 'a free mutex is locked',
  },
  'Mutex Stats: Unlock (no waiters)': {
    suite: 'mutex',
    op: 'unlock',
    because: 'a mutex that nobody waits for is unlocked',
  },
  'Allocation stats: Malloc': { ...heap128, op: 'malloc' },
  'Allocation stats: Free': { ...heap128, op: 'free' },
  'Thread stats: Spawn (no context switch)': {
    suite: 'thread',
    op: 'create',
    because: 'a thread of lower priority is created and made ready, and does not run yet',
  },
};

const namesakes: Readonly<Record<string, Readonly<Record<string, Namesake>>>> = {
  'latency-measure': latencyMeasure,
  twister: latencyMeasure,
  'rtos-benchmark': rtosBenchmark,
};

/** Our operation that means the same as a format's own one, where there is one. */
export function namesakeOf(format: string, originalName: string): Namesake | undefined {
  const table = namesakes[format];
  return table && Object.hasOwn(table, originalName) ? table[originalName] : undefined;
}

const latencyFigures = 'the tool tells only a mean, of 1,000 executions by default';

/** How the figures of a format were taken, where it differs from ours. */
const figures: Readonly<Record<string, string>> = {
  'latency-measure': latencyFigures,
  twister: latencyFigures,
};

/** Why a figure stands under our name, as a sentence beside it. */
export function namesakeNote(
  format: string,
  originalName: string,
  { because, differs }: Namesake,
): string {
  const taken = Object.hasOwn(figures, format) ? figures[format] : undefined;
  const differences = [differs, taken].filter((each) => each !== undefined);
  const yet = differences.length === 0 ? '' : `; yet ${differences.join(', and ')}`;
  return `stands for "${originalName}": ${because}${yet}`;
}

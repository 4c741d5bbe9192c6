import { createF64Column, createU16Column, createU32Column } from '../base';
import {
  type Activities,
  type CoreState,
  type EventStore,
  newActivities,
  newCoreState,
  scanEvents,
  step,
  meansLoss,
  timeAt,
  UNKNOWN,
} from '../systemview';
import { findFirstAbove } from './stretches';
import type { CoreGaps } from './survey';

const BLOCK_BITS = 8;
/** Events between two checkpoints. */
export const BLOCK = 1 << BLOCK_BITS;

/** The state of every core before each block of events; entry `block * cores + core`. */
interface Checkpoints {
  readonly running: Int32Array;
  readonly base: Int32Array;
  readonly since: Float64Array;
  readonly sinceEvent: Uint32Array;
  readonly latest: Float64Array;
  /** The end of each state's nested activities in `nested`. */
  readonly nestedEnd: Uint32Array;
  readonly nested: Uint32Array;
}

/** The activity in a recording, without a list of intervals. */
export interface TraceIndex {
  readonly store: EventStore;
  readonly pause: number;
  /** Core numbers; other arrays refer to cores by their index here. */
  readonly cores: readonly number[];
  readonly gaps: readonly CoreGaps[];
  readonly activities: Activities;
  /** Used to look up activities. */
  readonly states: readonly CoreState[];
  readonly blocks: number;
  /** Time of each block's last event; a block begins at that of the previous one. */
  readonly lastTime: Float64Array;
  readonly checkpoints: Checkpoints;
  /** Duration of each activity in each block, up to `sumEnd` of the block. */
  readonly sumEnd: Uint32Array;
  readonly sumActivity: Uint16Array;
  readonly sumTicks: Float64Array;
  /** Total ticks of each activity. */
  readonly totals: Float64Array;
}

/** The time until which a core's activity is known, at most `moment`. */
export function findKnownEnd({ start, stop, end }: CoreGaps, moment: number): number {
  const gap = findFirstAbove(start, moment) - 1;
  const isInside = gap >= 0 && moment <= (stop[gap] ?? 0) && moment > (start[gap] ?? 0);
  return Math.min(end, isInside ? (start[gap] ?? 0) : moment);
}

/** Sums of one block while its events are processed. */
function newSums() {
  const end = createU32Column();
  const activity = createU16Column();
  const ticks = createF64Column();
  let sums = new Float64Array(64);
  let totals = new Float64Array(64);
  const touched: number[] = [];
  return {
    add(which: number, amount: number): void {
      if (which >= sums.length) {
        sums = grow(sums, which);
        totals = grow(totals, which);
      }
      if (sums[which] === 0) touched.push(which);
      sums[which] = (sums[which] as number) + amount;
    },
    endBlock(): void {
      for (const which of touched) {
        const amount = sums[which] as number;
        activity.push(which);
        ticks.push(amount);
        totals[which] = (totals[which] as number) + amount;
        sums[which] = 0;
      }
      touched.length = 0;
      end.push(activity.length);
    },
    value: () => ({
      sumEnd: end.values(),
      sumActivity: activity.values(),
      sumTicks: ticks.values(),
      totals,
    }),
  };
}

function grow(values: Float64Array<ArrayBuffer>, needed: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(2 * values.length, needed + 1));
  larger.set(values);
  return larger;
}

function newCheckpoints(blocks: number, cores: number) {
  const running = new Int32Array(blocks * cores);
  const base = new Int32Array(blocks * cores);
  const since = new Float64Array(blocks * cores);
  const sinceEvent = new Uint32Array(blocks * cores);
  const latest = new Float64Array(blocks * cores);
  const nestedEnd = new Uint32Array(blocks * cores);
  const nested = createU32Column();
  let at = 0;
  return {
    add(state: CoreState): void {
      running[at] = state.running;
      base[at] = state.base;
      since[at] = state.since;
      sinceEvent[at] = state.sinceEvent;
      latest[at] = state.latest;
      for (const each of state.nested) nested.push(each);
      nestedEnd[at++] = nested.length;
    },
    value: (): Checkpoints => ({
      running,
      base,
      since,
      sinceEvent,
      latest,
      nestedEnd,
      nested: nested.values(),
    }),
  };
}

export interface IndexInput {
  readonly store: EventStore;
  readonly cores: readonly number[];
  readonly gaps: readonly CoreGaps[];
  /** Id of the event at which a module starts or stops masking kernel events. */
  readonly pause: number;
}

const nothing = () => undefined;

/** The index of each core by its number, a byte; -1 for numbers without a core. */
export function indexCores(cores: readonly number[]): Int16Array<ArrayBuffer> {
  const indexByCore = new Int16Array(256).fill(-1);
  cores.forEach((core, coreIndex) => (indexByCore[core] = coreIndex));
  return indexByCore;
}

/** Indexes a recording in one pass. */
export function indexEvents({ store, cores, gaps, pause }: IndexInput): TraceIndex {
  const blocks = Math.ceil(store.count / BLOCK);
  const activities = newActivities();
  const states = cores.map((core) => newCoreState(core, activities));
  /** Time until which each core's ticks have been added. */
  const added = new Float64Array(cores.length);
  const indexByCore = indexCores(cores);
  const checkpoints = newCheckpoints(blocks, cores.length);
  const lastTime = new Float64Array(blocks);
  const sums = newSums();

  /** Adds ticks up to `known`; `ticks` is later if the core's next event is a loss. */
  function addUpTo(coreIndex: number, known: number, ticks: number): void {
    const { running } = states[coreIndex] as CoreState;
    const from = added[coreIndex] as number;
    if (running !== UNKNOWN && known > from) sums.add(running, known - from);
    if (ticks > from) added[coreIndex] = ticks;
  }

  for (let block = 0; block < blocks; block++) {
    for (const state of states) checkpoints.add(state);
    const to = Math.min(store.count, (block + 1) * BLOCK);
    scanEvents(store, block * BLOCK, to, (ticks, id, core, argument, index) => {
      const coreIndex = indexByCore[core] as number;
      if (coreIndex < 0) return;
      addUpTo(coreIndex, meansLoss(id) ? 0 : ticks, ticks);
      step(states[coreIndex] as CoreState, ticks, id, argument, index, pause, nothing);
    });
    const end = timeAt(store, to - 1);
    lastTime[block] = end;
    for (let coreIndex = 0; coreIndex < cores.length; coreIndex++) {
      addUpTo(coreIndex, findKnownEnd(gaps[coreIndex] as CoreGaps, end), end);
    }
    sums.endBlock();
  }
  return {
    store,
    pause,
    cores,
    gaps,
    activities,
    states,
    blocks,
    lastTime,
    checkpoints: checkpoints.value(),
    ...sums.value(),
  };
}

/** The cores' states before a block's first event. */
export function statesBefore(index: TraceIndex, block: number): CoreState[] {
  const { cores, activities, states, checkpoints } = index;
  return cores.map((core, coreIndex) => {
    const at = block * cores.length + coreIndex;
    const { running, base, since, sinceEvent, latest, nestedEnd, nested } = checkpoints;
    return {
      core,
      base: base[at] ?? UNKNOWN,
      nested: [...nested.subarray(at === 0 ? 0 : nestedEnd[at - 1], nestedEnd[at])],
      running: running[at] ?? UNKNOWN,
      since: since[at] ?? 0,
      sinceEvent: sinceEvent[at] ?? 0,
      latest: latest[at] ?? 0,
      activities,
      numbers: states[coreIndex]?.numbers ?? [],
    };
  });
}

/** The block that contains a moment; the last one for moments after the end. */
export function blockAt({ lastTime, blocks }: TraceIndex, moment: number): number {
  let low = 0;
  let high = blocks - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lastTime[middle] ?? Infinity) >= moment) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}

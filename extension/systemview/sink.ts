import {
  beginSegment,
  countOverflow,
  type Extent,
  measureExtent,
  newExtent,
  newTally,
  type Tally,
} from './extent';
import { EventId, FIRST_WITH_LENGTH } from './ids';
import { type Knowledge, learn, newKnowledge, isDescription } from './knowledge';
import { newProblems, type Problems } from './problems';
import { append, dropLast, type EventStore, newStore } from './store';
import { firstArgument, type WalkState } from './walk';

/** One packet as passed to callbacks. Its payload is only valid during the call. */
export interface Packet {
  readonly id: number;
  readonly core: number;
  /** Ticks since the stream's start. */
  readonly ticks: number;
  readonly payload: Uint8Array;
}

export interface StreamOptions {
  readonly core: number;
  /** Two cores in one stream, distinguished by a bit of the id. */
  readonly merged: boolean;
  /** Store every event in columns. */
  readonly store: boolean;
  /** Report packets with this id or a higher one. */
  readonly watchFrom: number;
  readonly onPacket: ((packet: Packet) => void) | undefined;
  /** Called in stream order for everything that did not arrive. */
  readonly onLoss: ((what: string) => void) | undefined;
}

/** The previous packet, to be revoked if a sync turns out to truncate it. */
export interface LastPacket {
  id: number;
  offset: number;
  /** Zero bytes at its end; 0 if it cannot be truncated. */
  zeros: number;
  /** It contains its own length, so zeros may be contents. */
  measured: boolean;
  tally: Tally;
  lost: number;
  dropped: number;
}

/** Destination of decoded packets. */
export interface Sink extends WalkState {
  store: EventStore | undefined;
  readonly options: StreamOptions;
  readonly tallies: Tally[];
  readonly knowledge: Knowledge;
  readonly problems: Problems;
  readonly fast: boolean;
  readonly before: LastPacket;
  /** Number from the latest overflow packet. */
  dropped: number;
  bytes: number;
  trailing: number;
}

/** Creates an empty sink. */
export function newSink(options: StreamOptions): Sink {
  const tally = newTally(options.core);
  return {
    options,
    // A floating-point zero: as a small integer, the field would later change its representation,
    // and the engine would discard the walker's machine code at every chunk.
    ticks: -0,
    tally,
    tallies: [tally],
    store: options.store ? newStore() : undefined,
    watchFrom: options.onPacket === undefined ? Infinity : options.watchFrom,
    base: 0,
    last: -1,
    knowledge: newKnowledge(),
    problems: newProblems(),
    fast: !options.merged && (options.onPacket === undefined || options.watchFrom > 0),
    before: { id: 0, offset: 0, zeros: 0, measured: false, tally, lost: 0, dropped: 0 },
    dropped: 0,
    bytes: 0,
    trailing: 0,
  };
}

function getTally(sink: Sink, core: number): Tally {
  if (core === 0) return sink.tally;
  const known = sink.tallies.find((tally) => tally.core === core);
  if (known !== undefined) return known;
  const added = newTally(core);
  sink.tallies.push(added);
  return added;
}

/** Adds the packet that `extent` measured in `bytes`, beginning at `start`. */
export function commit(sink: Sink, extent: Extent, bytes: Uint8Array, start: number): void {
  const { id, payload, payloadEnd } = extent;
  const tally = getTally(sink, extent.core);
  sink.ticks += extent.delta;
  if (extent.delta === 0) rememberLast(sink, extent, bytes, start, tally);
  else sink.before.zeros = 0;

  if (id === EventId.TraceStart) for (const each of sink.tallies) beginSegment(each, sink.ticks);
  else if (tally.segments.length === 0) beginSegment(tally, sink.ticks);
  if (tally.events === 0) tally.firstTicks = sink.ticks;
  tally.events++;
  tally.counts[id] = (tally.counts[id] ?? 0) + 1;
  tally.lastTicks = sink.ticks;
  tally.bytes += extent.end - start;

  const argument = firstArgument(bytes, payload, payloadEnd);
  if (id === EventId.Overflow) overflow(sink, tally, argument);
  if (sink.store) append(sink.store, sink.ticks, id, tally.core, argument, sink.base + start);
  if (isDescription(id)) learn(sink.knowledge, id, bytes.subarray(payload, payloadEnd));
  if (id >= sink.watchFrom) {
    sink.options.onPacket?.({
      id,
      core: tally.core,
      ticks: sink.ticks,
      payload: bytes.subarray(payload, payloadEnd),
    });
  }
}

function overflow(sink: Sink, tally: Tally, dropped: number): void {
  const before = tally.lost;
  sink.dropped = countOverflow(tally, dropped, sink.dropped);
  const lost = tally.lost - before;
  sink.options.onLoss?.(`the target dropped ${lost} packet${lost === 1 ? '' : 's'}`);
}

/** Records a fault in the data. */
export function addProblem(sink: Sink, what: string): void {
  sink.problems.add(what);
  sink.options.onLoss?.(what);
}

function rememberLast(
  sink: Sink,
  extent: Extent,
  bytes: Uint8Array,
  start: number,
  tally: Tally,
): void {
  const { before } = sink;
  let at = extent.end;
  while (at > start + 1 && bytes[at - 1] === 0) at--;
  before.id = extent.id;
  before.offset = sink.base + start;
  before.zeros = extent.id === EventId.Nop ? 0 : extent.end - at;
  before.measured = extent.id >= FIRST_WITH_LENGTH || isDescription(extent.id);
  before.tally = tally;
  before.lost = tally.lost;
  before.dropped = sink.dropped;
}

const walked = newExtent();

/** After the fast walk, records the last packet as `commit` would have. */
export function rememberWalked(sink: Sink, bytes: Uint8Array, end: number): void {
  sink.before.zeros = 0;
  if (bytes[end - 1] !== 0 || measureExtent(bytes, sink.last, end, false, walked) !== 'packet')
    return;
  if (walked.delta === 0) rememberLast(sink, walked, bytes, sink.last, sink.tally);
}

/** Revokes the last packet: it was truncated and consumed zeros of the following sync. */
export function takeBack(sink: Sink): void {
  const { id, tally, lost, dropped } = sink.before;
  tally.events--;
  tally.counts[id] = (tally.counts[id] ?? 1) - 1;
  if (id === EventId.TraceStart) for (const each of sink.tallies) each.segments.pop();
  if (id === EventId.Overflow) {
    tally.overflows--;
    tally.lost = lost;
    sink.dropped = dropped;
  }
  if (sink.store) dropLast(sink.store);
  sink.before.zeros = 0;
}

/** Settles the totals that are only known at the end. */
export function finishTallies(sink: Sink): void {
  if (!sink.options.merged) {
    sink.tally.lastTicks = sink.ticks;
    sink.tally.bytes = sink.bytes;
    return;
  }
  // Syncs and skipped bytes belong to no core; they count for the first.
  const others = sink.tallies.reduce((sum, { core, bytes }) => (core === 0 ? sum : sum + bytes), 0);
  sink.tally.bytes = sink.bytes - others;
}

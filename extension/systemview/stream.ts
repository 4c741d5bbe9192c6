import { measureExtent, MORE, newExtent, skipU32, u32At } from './extent';
import { EventId, FIRST_WITH_LENGTH } from './ids';
import { bytesText } from './problems';
import {
  addProblem,
  commit,
  finishTallies,
  newSink,
  rememberWalked,
  type Sink,
  type StreamOptions,
  takeBack,
} from './sink';
import { mayHoldZeros, walk } from './walk';

/**
 * Longer than any packet, so that the rest of a buffer is always consumed with the start of the
 * next.
 */
const JOIN = 32_768;

/** Decodes one stream of packets: one core's, or two cores' merged into one. */
export interface StreamDecoder {
  /** Decodes the next bytes; does not keep them. */
  readonly push: (chunk: Uint8Array) => void;
  /** Ends the input. */
  readonly finish: () => void;
  readonly sink: Sink;
}

interface State {
  readonly sink: Sink;
  readonly merged: boolean;
  mode: 'beginning' | 'packets' | 'searching';
  /** Why bytes are being skipped, and the offset of the first one. */
  fault: string;
  skippedFrom: number;
  /** Zeros where a packet should begin; their meaning depends on the bytes that follow. */
  zeros: number;
  /** Nothing more can be decoded from the available bytes. */
  waiting: boolean;
  final: boolean;
}

/**
 * Creates a decoder for one stream. The result does not depend on how the bytes are split into
 * chunks.
 */
export function newStreamDecoder(options: StreamOptions): StreamDecoder {
  const sink = newSink(options);
  const state: State = {
    sink,
    merged: options.merged,
    mode: 'beginning',
    fault: '',
    skippedFrom: 0,
    zeros: 0,
    waiting: false,
    final: false,
  };
  let tail = new Uint8Array(0);

  function push(chunk: Uint8Array): void {
    sink.bytes += chunk.length;
    // Subclasses such as Node's Buffer would make the hot loop polymorphic.
    let bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (tail.length > 0) {
      const joined = new Uint8Array(tail.length + Math.min(JOIN, bytes.length));
      joined.set(tail);
      joined.set(bytes.subarray(0, JOIN), tail.length);
      const used = run(state, joined);
      if (bytes.length <= JOIN) {
        tail = joined.slice(used);
        return;
      }
      bytes = bytes.subarray(used - tail.length);
    }
    tail = bytes.slice(run(state, bytes));
  }

  function finish(): void {
    state.final = true;
    const rest = tail.length - run(state, tail);
    tail = new Uint8Array(0);
    if (state.mode === 'packets') sink.trailing = rest + state.zeros;
    else reportSkipped(state, sink.bytes, 'no sync follows');
    finishTallies(sink);
  }

  return { push, finish, sink };
}

/**
 * Decodes as much as possible, returns the number of bytes consumed, and moves the sink's base
 * there.
 */
function run(state: State, bytes: Uint8Array): number {
  const { sink } = state;
  let at = 0;
  state.waiting = false;
  while (!state.waiting) {
    if (sink.fast && state.mode === 'packets' && state.zeros === 0) {
      const next = walk(sink, bytes, at, bytes.length);
      if (next > at) rememberWalked(sink, bytes, next);
      at = next;
    }
    at = at < bytes.length || state.zeros > 0 ? step(state, bytes, at) : wait(state, at);
  }
  sink.base += at;
  return at;
}

function wait(state: State, at: number): number {
  state.waiting = true;
  return at;
}

function step(state: State, bytes: Uint8Array, at: number): number {
  if (state.mode === 'beginning') return begin(state, bytes, at);
  if (state.mode === 'searching') return search(state, bytes, at);
  if (state.zeros > 0 || bytes[at] === 0) return zeros(state, bytes, at);
  return packet(state, bytes, at);
}

function begin(state: State, bytes: Uint8Array, at: number): number {
  const answer = beginsRecording(bytes, at, bytes.length, state.merged);
  if (answer === 'more' && !state.final) return wait(state, at);
  if (answer !== 'yes') return damage(state, at, 'the recording begins in the middle of a packet');
  state.mode = 'packets';
  return at;
}

/** Reports damage at `at`: skips everything up to the next start of a recording. */
function damage(state: State, at: number, fault: string): number {
  state.mode = 'searching';
  state.fault = fault;
  state.skippedFrom = state.sink.base + at;
  return at;
}

function search(state: State, bytes: Uint8Array, at: number): number {
  const found = findSync(bytes, at, bytes.length, state.merged);
  const bare = findBareBeginning(bytes, at, found < 0 ? bytes.length : found, state.merged);
  if (bare.answer === 'yes') return resume(state, bare.at, 0);
  if (bare.answer === 'more' && !state.final) return wait(state, bare.at);
  if (found >= 0) return resume(state, found);
  let keep = bytes.length;
  while (keep > at && bytes.length - keep < SYNC_ZEROS && bytes[keep - 1] === 0) keep--;
  return wait(state, keep);
}

/** Resumes at `at`, after the zeros of a sync. */
function resume(state: State, at: number, syncZeros = SYNC_ZEROS): number {
  state.mode = 'packets';
  state.zeros = 0;
  reportSkipped(state, state.sink.base + at - syncZeros, '');
  return at;
}

function reportSkipped(state: State, to: number, note: string): void {
  const count = to - state.skippedFrom;
  if (count <= 0) return;
  const why = [state.fault, note].filter((text) => text !== '').join('; ');
  addProblem(state.sink, `${bytesText(count)} skipped at byte ${state.skippedFrom}: ${why}`);
}

const extent = newExtent();

function packet(state: State, bytes: Uint8Array, at: number): number {
  const measured = measureExtent(bytes, at, bytes.length, state.merged, extent);
  if (measured === 'damage') return damage(state, at, extent.fault);
  if (measured === 'more') return state.final ? cutAtEnd(state, bytes, at) : wait(state, at);
  if (mayHoldZeros(bytes, extent.payload, extent.payloadEnd)) {
    const limit = Math.min(extent.payloadEnd + 1, bytes.length);
    let found = findSync(bytes, extent.payload, limit, state.merged);
    for (; found >= 0; found = findSync(bytes, found + 1, limit, state.merged)) {
      const answer = beginsRecording(bytes, found, bytes.length, state.merged);
      if (answer === 'more' && !state.final) return wait(state, at);
      if (answer === 'yes') return cut(state, state.sink.base + at, found);
    }
  }
  // Saved before the call: the receiver of the packet may use a decoder too.
  const { end } = extent;
  commit(state.sink, extent, bytes, at);
  return end;
}

/** The last packet of the stream is incomplete, unless a sync shows that it ended earlier. */
function cutAtEnd(state: State, bytes: Uint8Array, at: number): number {
  const found = findSync(bytes, at + 1, bytes.length, state.merged);
  return found < 0 ? wait(state, at) : cut(state, state.sink.base + at, found);
}

/** Reports that the packet at `offset` never ended: a sync interrupts it. */
function cut(state: State, offset: number, sync: number): number {
  state.fault = 'a packet is cut off by a sync';
  state.skippedFrom = offset;
  return resume(state, sync);
}

/** Handles zeros where a packet should begin: a sync, padding at the end, or empty packets. */
function zeros(state: State, bytes: Uint8Array, at: number): number {
  const { sink } = state;
  let end = at;
  while (bytes[end] === 0) end++;
  const total = state.zeros + end - at;
  if (end === bytes.length) {
    state.zeros = total;
    return wait(state, end);
  }
  if (beginsTrace(bytes[end], state.merged)) {
    if (total >= SYNC_ZEROS) {
      nops(sink, end - total, Math.floor((total - SYNC_ZEROS) / 2));
      return skipPadding(state, end, total % 2);
    }
    const answer = total + sink.before.zeros < SYNC_ZEROS ? 'no' : cutsOff(state, bytes, end);
    if (answer === 'more' && !state.final) return wait(state, at);
    if (answer === 'yes') {
      takeBack(sink);
      return cut(state, sink.before.offset, end);
    }
  }
  nops(sink, end - total, Math.floor(total / 2));
  state.zeros = total % 2;
  return state.zeros === 1 ? lateNop(state, bytes, end) : end;
}

function skipPadding(state: State, at: number, odd: number): number {
  state.fault = 'padding before a sync';
  state.skippedFrom = state.sink.base + at - SYNC_ZEROS - odd;
  return resume(state, at);
}

/** Checks whether the sync that ends before `at` begins inside the previous packet. */
function cutsOff(state: State, bytes: Uint8Array, at: number): 'yes' | 'no' | 'more' {
  if (!state.sink.before.measured) return 'yes';
  return beginsRecording(bytes, at, bytes.length, state.merged);
}

/**
 * Counts empty packets; the first may begin before the buffer, where it was only counted as zeros.
 */
function nops(sink: Sink, from: number, count: number): void {
  const nop = newExtent();
  for (let n = 0; n < count; n++) {
    nop.end = from + 2 * (n + 1);
    commit(sink, nop, NOTHING, nop.end - 2);
  }
}

const NOTHING = new Uint8Array(0);

/** An empty packet's id was the zero before `at`; its time follows. */
function lateNop(state: State, bytes: Uint8Array, at: number): number {
  const end = skipU32(bytes, at, bytes.length);
  if (end === MORE) return wait(state, at);
  state.zeros = 0;
  if (end < 0) return damage(state, at, `event ${EventId.Nop} has a broken time`);
  commit(state.sink, { ...newExtent(), delta: u32At(bytes, at, end), end }, NOTHING, at - 1);
  return end;
}

/** Number of zero bytes in a sync. */
const SYNC_ZEROS = 10;

/** Answers to a question that may depend on bytes that have not arrived. */
type Answer = 'yes' | 'no' | 'more';

/** Checks for the id that follows a sync's zeros; in a merged stream either core may send it. */
function beginsTrace(byte: number | undefined, merged: boolean): boolean {
  return byte === EventId.TraceStart || (merged && byte === (EventId.TraceStart | 64));
}

/**
 * Returns the position of the first byte after ten or more zeros that begins a trace, or -1. The
 * zeros may begin before `from`, but not before `floor`.
 */
function findSync(
  bytes: Uint8Array,
  from: number,
  to: number,
  merged: boolean,
  floor = from,
): number {
  let zeros = 0;
  while (from - zeros > floor && bytes[from - zeros - 1] === 0) zeros++;
  for (let at = from; at < to; at++) {
    if (bytes[at] === 0) zeros++;
    else if (zeros >= SYNC_ZEROS && beginsTrace(bytes[at], merged)) return at;
    else zeros = 0;
  }
  return -1;
}

const trace = newExtent();
const init = newExtent();

/**
 * Checks for a recording's first packets at `at`: TRACE_START and INIT, or INIT alone. Ten zeros
 * and a 10 can occur inside a payload by chance, but not followed by these packets.
 */
function beginsRecording(bytes: Uint8Array, at: number, to: number, merged: boolean): Answer {
  let next = at;
  if (beginsTrace(bytes[at], merged)) {
    const measured = measureExtent(bytes, at, to, merged, trace);
    if (measured !== 'packet') return measured === 'more' ? 'more' : 'no';
    next = trace.end;
  }
  if (next >= to) return 'more';
  // Checked before its length is known, so that another packet does not cause waiting.
  if (((bytes[next] ?? 0) & (merged ? 63 : 255)) !== FIRST_WITH_LENGTH) return 'no';
  const measured = measureExtent(bytes, next, to, merged, init);
  if (measured !== 'packet') return measured === 'more' ? 'more' : 'no';
  return holdsIntegers(bytes, init.payload, init.payloadEnd, 4) ? 'yes' : 'no';
}

/**
 * Start of a recording without its sync's zeros right before it, and whether more bytes are needed.
 */
interface BareBeginning {
  readonly at: number;
  readonly answer: Answer;
}

/**
 * Finds the first position from `from` on where a recording's first packets are, or may be. An
 * interrupt that recorded an event between a sync's zeros and these packets hides the sync from
 * `findSync`: SEGGER's recorder allows that.
 */
function findBareBeginning(
  bytes: Uint8Array,
  from: number,
  to: number,
  merged: boolean,
): BareBeginning {
  for (let at = from; at < to; at++) {
    if (!beginsTrace(bytes[at], merged)) continue;
    const answer = beginsRecording(bytes, at, bytes.length, merged);
    if (answer !== 'no') return { at, answer };
  }
  return { at: -1, answer: 'no' };
}

function holdsIntegers(bytes: Uint8Array, from: number, to: number, count: number): boolean {
  let ends = 0;
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) < 128) ends++;
  return ends === count && (bytes[to - 1] ?? 0) < 128;
}

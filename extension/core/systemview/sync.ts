import { FIRST_WITH_LENGTH, EventId } from './ids';
import { measure, newExtent } from './extent';

/** How many zero bytes make a sync. */
export const SYNC_ZEROS = 10;

/** Answers of a question that may need bytes which have not come yet. */
export type Answer = 'yes' | 'no' | 'more';

/** Whether a byte is the id that follows a sync's zeros; in a merged stream either core may send it. */
export function beginsTrace(byte: number | undefined, merged: boolean): boolean {
  return byte === EventId.TraceStart || (merged && byte === (EventId.TraceStart | 64));
}

/**
 * The position of the first byte after ten or more zeros that begins a trace, or -1. The zeros may
 * reach back before `from`, down to `floor`.
 */
export function findSync(
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
 * Whether a recording's first packets stand at `at`: TRACE_START and INIT, or INIT alone. Ten zeros
 * and a 10 can stand inside a payload by chance, followed by these packets they cannot.
 */
export function beginsRecording(
  bytes: Uint8Array,
  at: number,
  to: number,
  merged: boolean,
): Answer {
  let next = at;
  if (beginsTrace(bytes[at], merged)) {
    const measured = measure(bytes, at, to, merged, trace);
    if (measured !== 'packet') return measured === 'more' ? 'more' : 'no';
    next = trace.end;
  }
  if (next >= to) return 'more';
  // Looked at before its length is known, so that a foreign packet keeps nobody waiting.
  if (((bytes[next] ?? 0) & (merged ? 63 : 255)) !== FIRST_WITH_LENGTH) return 'no';
  const measured = measure(bytes, next, to, merged, init);
  if (measured !== 'packet') return measured === 'more' ? 'more' : 'no';
  return holdsIntegers(bytes, init.payload, init.payloadEnd, 4) ? 'yes' : 'no';
}

function holdsIntegers(bytes: Uint8Array, from: number, to: number, count: number): boolean {
  let ends = 0;
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) < 128) ends++;
  return ends === count && (bytes[to - 1] ?? 0) < 128;
}

import { setImmediate } from 'node:timers/promises';
import type { EventTexts } from '../../engine';
import { eventAt, findFirstAt, type StoredEvent } from '../../systemview';
import {
  type EventRow,
  findFirstAbove,
  type Lane,
  laneFinder,
  passEvents,
  statesAt,
  type TraceRecording,
} from '../../trace';
import { type FindRequest, MAX_ROWS } from './protocol';

/** Events checked before other calls get their turn. */
const SLICE = 4096;

/** The lanes of a range of events. */
function lanesOfEvents(recording: TraceRecording, from: number, to: number): Int16Array {
  const { index } = recording;
  const found = new Int16Array(Math.max(0, to - from)).fill(-1);
  if (found.length === 0) return found;
  const finder = laneFinder(recording);
  const states = statesAt(index, from);
  for (let event = from; event < to; event++) {
    const stored = eventAt(recording.store, event);
    const state = stored && states[index.cores.indexOf(stored.core)];
    if (!state) continue;
    found[event - from] = finder(state, stored.id, stored.argument);
    passEvents(index, states, event, event + 1, () => undefined);
  }
  return found;
}

async function toEventRow(
  texts: EventTexts,
  event: StoredEvent,
  index: number,
  lane: number,
): Promise<EventRow> {
  const { ticks, core } = event;
  return { index, ticks, core, lane, text: await texts.of(event) };
}

export async function readEventRows(
  recording: TraceRecording,
  texts: EventTexts,
  from: number,
  count: number,
): Promise<EventRow[]> {
  const first = Math.max(0, Math.floor(from));
  const to = Math.min(recording.store.count, first + Math.min(count, MAX_ROWS));
  const lanes = lanesOfEvents(recording, first, to);
  const rows: EventRow[] = [];
  for (let index = first; index < to; index++) {
    const event = eventAt(recording.store, index);
    if (event) rows.push(await toEventRow(texts, event, index, lanes[index - first] ?? -1));
  }
  return rows;
}

/** Progress and cancellation of a search. */
export interface Searching {
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly index: number }) => void;
}

/** Checks events in slices until one matches. */
async function search(
  recording: TraceRecording,
  texts: EventTexts,
  { from, direction, lanes }: Pick<FindRequest, 'from' | 'direction' | 'lanes'>,
  fits: (event: StoredEvent) => Promise<boolean> | boolean,
  { signal, report }: Searching,
): Promise<EventRow | undefined> {
  const { store } = recording;
  const isForwards = direction === 'forwards';
  const only = lanes && new Set(lanes);
  let at = Math.min(Math.floor(from), store.count - 1);
  while (at >= 0 && at < store.count && !signal.aborted) {
    const low = isForwards ? at : Math.max(0, at - SLICE + 1);
    const high = isForwards ? Math.min(store.count, at + SLICE) : at + 1;
    const own = only && lanesOfEvents(recording, low, high);
    for (let step = 0; step < high - low; step++) {
      const index = isForwards ? low + step : high - 1 - step;
      if (own && !only.has(own[index - low] ?? -1)) continue;
      const event = eventAt(store, index);
      if (!event) continue;
      const answer = fits(event);
      if (answer === false || !(await answer)) continue;
      const lane = own?.[index - low] ?? lanesOfEvents(recording, index, index + 1)[0] ?? -1;
      return toEventRow(texts, event, index, lane);
    }
    at = isForwards ? high : low - 1;
    report({ index: Math.max(0, at) });
    await setImmediate();
  }
  return undefined;
}

/** Finds the next event whose text contains another text. */
export function findText(
  recording: TraceRecording,
  texts: EventTexts,
  request: FindRequest,
  searching: Searching,
): Promise<EventRow | undefined> {
  const wanted = request.text.toLowerCase();
  const answers = new Map<string, boolean>();
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  const holdsKnown = (text: string) => {
    let answer = answers.get(text);
    if (answer === undefined) answers.set(text, (answer = holds(text)));
    return answer;
  };
  return search(
    recording,
    texts,
    { ...request, from: Math.max(0, request.from) },
    (event) => {
      const known = texts.known(event);
      return known === undefined ? texts.of(event).then(holds) : holdsKnown(known);
    },
    searching,
  );
}

/** The first event of the next or previous stretch, in a lane made of stretches. */
function besideStretch(
  { store, lanes }: TraceRecording,
  lane: number,
  from: number,
  isForwards: boolean,
): number | undefined {
  const source = lanes.sources[lane];
  const ticks = eventAt(store, from)?.ticks ?? 0;
  if (!source || !('stretches' in source)) return undefined;
  const { start } = source.stretches;
  const behind = findFirstAbove(start, ticks);
  let next = isForwards ? behind : behind - 1;
  // Backwards, skip stretches that begin with this very event.
  while (!isForwards && next >= 0 && findFirstAt(store, start[next] ?? 0) >= from) next--;
  const time = start[next];
  return time === undefined ? undefined : findFirstAt(store, time);
}

/** The next or previous event of the lane. */
export async function findNeighbour(
  recording: TraceRecording,
  texts: EventTexts,
  { lane, from, direction }: { lane: number; from: number; direction: FindRequest['direction'] },
  searching: Searching,
): Promise<EventRow | undefined> {
  const isForwards = direction === 'forwards';
  const kind: Lane['kind'] | undefined = recording.lanes.lanes[lane]?.kind;
  if (kind === 'operation' || kind === 'block' || kind === 'sample') {
    const index = besideStretch(recording, lane, from, isForwards);
    const event = index === undefined ? undefined : eventAt(recording.store, index);
    return event && toEventRow(texts, event, index ?? 0, lane);
  }
  const next = from + (isForwards ? 1 : -1);
  if (next < 0 || next >= recording.store.count) return undefined;
  return search(recording, texts, { from: next, direction, lanes: [lane] }, () => true, searching);
}

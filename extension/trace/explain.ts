import { type Clock, toUnit } from '../agent';
import { formatNumber } from '../measure';
import { type CoreState, kindOf, meansLoss, timeAt, UNKNOWN } from '../systemview';
import { knownUntil } from './index-of';
import type { Explanation, Part, Stretch, TraceClock } from './model';
import type { TraceRecording } from './recording';
import type { CoreGaps } from './survey';
import { eventAfter, passEvents, statesAt } from './sweep';

/** Explain only the beginning of a stretch with more events. */
const MOST_EVENTS = 2_000_000;

/** Used among activities for the recorder. */
const RECORDING = -2;

/** Shares a stretch out from its beginning, in whole units and without gaps. */
function newLedger() {
  const amounts = new Map<number, number>();
  let at = 0;
  /** The recorder is active until here. */
  let recording = 0;

  function add(activity: number, to: number): void {
    if (to <= at) return;
    amounts.set(activity, (amounts.get(activity) ?? 0) + to - at);
    at = to;
  }
  return {
    amounts,
    /** Shares out up to `to`: first to the recorder while it is active, then to the activity. */
    share(activity: number, to: number): void {
      add(RECORDING, Math.min(to, recording));
      add(activity, to);
    },
    /** The recorder stamped an event: it was active shortly before, and stays so for a while. */
    record(activity: number, stamp: number, { before, after }: EventCost): void {
      this.share(activity, stamp - before);
      add(RECORDING, stamp);
      recording = stamp + after;
    },
  };
}

interface Frame extends Stretch {
  readonly place: number;
  /** Ticks in the unit, counted from the stretch's beginning, so all differences are exact. */
  readonly unitAt: (ticks: number) => number;
  readonly cost: RecordCost | undefined;
}

/** Amounts by activity, and the first activity of the stretch. */
function sharedOut({ index, store }: TraceRecording, frame: Frame) {
  const { start, stop, place, unitAt, cost } = frame;
  const first = eventAfter(store, start);
  const all = eventAfter(store, stop);
  const end = Math.min(all, first + MOST_EVENTS);
  const states = statesAt(index, first);
  const state = states[place] as CoreState;
  const own = state.base;
  const ledger = newLedger();
  let running = state.running;
  const onEvent = (
    at: number,
    after: CoreState,
    ticks: number,
    id: number,
    _: number,
    event: number,
  ) => {
    if (at !== place) return;
    const stamp = unitAt(ticks);
    const delta = event > 0 ? ticks - timeAt(store, event - 1) : 0;
    if (meansLoss(id)) ledger.share(UNKNOWN, stamp);
    else if (cost) ledger.record(running, stamp, cost.of(id, delta));
    else ledger.share(running, stamp);
    running = after.running;
  };
  passEvents(index, states, first, end, () => undefined, onEvent);
  if (end === all) ledger.share(running, unitAt(knownUntil(index.gaps[place] as CoreGaps, stop)));
  ledger.share(UNKNOWN, unitAt(stop));
  return { amounts: ledger.amounts, own, isWhole: end === all };
}

function partOf(
  { index, lanes }: TraceRecording,
  own: number,
  activity: number,
  amount: number,
): Part {
  if (activity === RECORDING) return { kind: 'recording', name: '', amount, lane: -1 };
  if (activity === UNKNOWN) return { kind: 'unknown', name: '', amount, lane: -1 };
  const lane = lanes.laneOf[activity] ?? -1;
  const kind = activity === own ? 'own' : kindOf(index.activities, activity);
  return { kind, name: lanes.lanes[lane]?.name ?? '', amount, lane };
}

/** Merges parts of the same name: three threads called "child" are shown as one. */
function summedUp(parts: readonly Part[]): Part[] {
  const sums = new Map<string, Part>();
  for (const part of parts) {
    const key = `${part.kind} ${part.name}`;
    const earlier = sums.get(key);
    sums.set(key, earlier ? { ...earlier, amount: earlier.amount + part.amount } : part);
  }
  return [...sums.values()].sort(inOrder);
}

/** The clock of an explanation; in nanoseconds instead of seconds, so that units are whole. */
function wholeUnits({ unit, ratio }: TraceClock): Pick<TraceClock, 'unit' | 'ratio'> {
  return unit === 's' ? { unit: 'ns', ratio: [1e9 * ratio[0], ratio[1]] } : { unit, ratio };
}

/** Relates a run's clock readings to the stream, and gives its recorder's cost. */
interface ExplainBy {
  readonly clock: Clock | undefined;
  readonly facts: ReadonlyMap<string, string>;
  readonly isExact: boolean;
}

function notesOf(recording: TraceRecording, run: ExplainBy | undefined, parts: readonly Part[]) {
  const notes: string[] = [];
  const hasEvents = recording.index.activities.kinds.length > 0;
  if (!hasEvents) {
    const kernelTrace = run?.facts.get('kernel_trace');
    notes.push(`The recording holds no kernel events${kernelTrace ? ` (${kernelTrace})` : ''}.`);
  } else if (parts.length > 1 && !run?.facts.has('record_cost')) {
    notes.push(
      'What recording itself costs was not measured here: it is part of the other amounts.',
    );
  }
  if (run && !run.isExact) {
    notes.push(
      'The recording does not show exactly where its windows are; they may be late by some hundred steps of the clock.',
    );
  }
  if (hasEvents && parts.some(({ kind }) => kind === 'unknown')) {
    notes.push('What ran is not known everywhere in this stretch.');
  }
  return notes;
}

/** Splits a stretch of one core into parts whose sum is exact. */
export function explain(
  recording: TraceRecording,
  { start, stop }: Stretch,
  core: number,
  run: ExplainBy | undefined,
): Explanation {
  const { unit, ratio } = wholeUnits(recording.info.clock);
  const place = Math.max(0, recording.index.cores.indexOf(core));
  const unitAt = (ticks: number) => toUnit(Math.max(0, Math.min(ticks, stop) - start), ratio);
  const cost = run?.clock && recordCost(run.facts, run.clock);
  const elapsed = unitAt(stop);
  const { amounts, own, isWhole } =
    recording.index.blocks === 0
      ? { amounts: new Map([[UNKNOWN, elapsed]]), own: UNKNOWN, isWhole: true }
      : sharedOut(recording, { start, stop, place, unitAt, cost });
  const parts = summedUp(
    [...amounts].map(([activity, amount]) => partOf(recording, own, activity, amount)),
  );
  const notes = notesOf(recording, run, parts);
  if (!isWhole) notes.push('The stretch holds too many events to take all of it apart.');
  return { start, stop, elapsed, unit, parts, sentence: sentenceOf(elapsed, parts), notes };
}

/** The recorder's cost of an event before and after its time stamp, in the clock's unit. */
interface EventCost {
  readonly before: number;
  readonly after: number;
}

/** The cost of recording on one target, measured by its agent. */
interface RecordCost {
  readonly of: (id: number, delta: number) => EventCost;
}

const NOTHING: EventCost = { before: 0, after: 0 };
/** The agent measured the cost of stamps of at most two bytes, which are those below this. */
const TWO_BYTES = 2 ** 14;
const START_READY = 6;

function stampBytesAboveTwo(delta: number): number {
  return delta < TWO_BYTES ? 0 : Math.ceil(Math.log2(delta + 1) / 7) - 2;
}

/** Reads the facts `record_cost`, `ID:BEFORE+AFTER ..` in ticks, and `record_byte`. */
function recordCost(facts: ReadonlyMap<string, string>, clock: Clock): RecordCost | undefined {
  const costs = new Map<number, EventCost>();
  for (const [, id, before, after] of (facts.get('record_cost') ?? '').matchAll(
    /(?:^|\s)(\d+):(\d+)\+(\d+)(?=\s|$)/g,
  )) {
    costs.set(Number(id), {
      before: toUnit(Number(before), clock.ratio),
      after: toUnit(Number(after), clock.ratio),
    });
  }
  if (costs.size === 0) return undefined;
  const byte = toUnit(Number(facts.get('record_byte') ?? 0) || 0, clock.ratio);
  // Assume that an event not measured costs as much as one that names a task.
  const other = costs.get(START_READY) ?? NOTHING;
  return {
    of: (id, delta) => {
      const { before, after } = costs.get(id) ?? other;
      return { before, after: after + byte * stampBytesAboveTwo(delta) };
    },
  };
}

/** The order of parts in a sentence. */
const ORDER: readonly Part['kind'][] = [
  ...(['own', 'interrupt', 'timer', 'task', 'scheduler', 'idle', 'recording', 'unknown'] as const),
];

/** Longer names in a sentence are cut. */
const LONGEST = 40;

/** Compares parts in the order of a sentence: by kind, larger ones first. */
function inOrder(a: Part, b: Part): number {
  return ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.amount - a.amount;
}

/** Puts a name of any content on one line, and cuts it if it is long. */
function shortName(name: string): string {
  const characters = [...name.slice(0, 4 * LONGEST).replace(/\p{C}+/gu, ' ')];
  return characters.length > LONGEST
    ? `${characters.slice(0, LONGEST - 1).join('')}…`
    : characters.join('');
}

/** The name of a part in a sentence. */
function partName({ kind, name }: Part): string {
  switch (kind) {
    case 'interrupt':
      return shortName(name);
    case 'timer':
      return `timer ${shortName(name)}`;
    case 'task':
      return `task "${shortName(name)}"`;
    case 'unknown':
      return 'not known';
    case 'own':
    case 'scheduler':
    case 'idle':
    case 'recording':
      return kind;
  }
}

/** `1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording`. */
function sentenceOf(elapsed: number, parts: readonly Part[]): string {
  const texts = parts.map((part) => `${formatNumber(part.amount)} ${partName(part)}`);
  return `${formatNumber(elapsed)} = ${texts.join(' + ') || '0'}`;
}

import { toUnit } from '../agent';
import { addCount } from '../base';
import { formatNumber } from '../measure';
import { getActivityKind, timeAt, UNKNOWN } from '../systemview';
import { findKnownEnd } from './event-index';
import type { Explanation, Part, Stretch, TraceClock } from './model';
import type { TraceRecording } from './recording';
import { type RecordCost, recordCost } from './record-cost';
import { newSpanReader, RECORDING, type SpanFrame, SWITCHING } from './spans';
import { findFirstAbove } from './stretches';
import type { CoreGaps } from './survey';
import { eventAfter } from './sweep';
import { type ExplainBy, describeTolerance } from './tolerance';

/** Explain only the beginning of a stretch with more events. */
const MOST_EVENTS = 2_000_000;

/** A stretch to be shared out. */
interface Frame extends SpanFrame, Stretch {
  readonly elapsed: number;
}

/** The parts of a stretch or of a sum of stretches. */
interface Shares {
  readonly amounts: ReadonlyMap<number, number>;
  /** The first activity of the stretch. */
  readonly own: number;
  /** False if there were too many events. */
  readonly isWhole: boolean;
  readonly stretches: number;
  /** The end of the last one, in units from the beginning. */
  readonly until: number;
}

function newAmounts() {
  const amounts = new Map<number, number>();
  const add = (activity: number, amount: number) => {
    if (amount > 0) addCount(amounts, activity, amount);
  };
  return { amounts, add };
}

function computeShares(recording: TraceRecording, frame: Frame): Shares {
  const { index, store } = recording;
  const { stop, coreIndex, elapsed, unitAt } = frame;
  const { amounts, add } = newAmounts();
  const reader = newSpanReader(recording, frame, (activity, from, to) => add(activity, to - from));
  const all = eventAfter(store, stop);
  const end = Math.min(all, reader.next() + MOST_EVENTS);
  reader.pass(end);
  if (end === all) reader.runTo(unitAt(findKnownEnd(index.gaps[coreIndex] as CoreGaps, stop)));
  reader.loseTo(elapsed);
  return { amounts, own: reader.own, isWhole: end === all, stretches: 1, until: elapsed };
}

/** Events are read in portions until a sum is complete. */
const PORTION = 256;

/** True if events were lost between a moment and an event. */
function isLossBetween(
  { index, store }: TraceRecording,
  coreIndex: number,
  start: number,
  end: number,
) {
  const gaps = index.gaps[coreIndex] as CoreGaps;
  const gap = findFirstAbove(gaps.stop, start);
  return end > 0 && (gaps.start[gap] ?? Infinity) < timeAt(store, end - 1);
}

/** An interruption of a task between two stretches in which it had given way, in one piece. */
interface Interruption {
  readonly amounts: [activity: number, amount: number][];
  readonly from: number;
  to: number;
  /** The time from its far end to the nearer stretch. */
  distance: number;
}

/** Collects what interrupts a task around the stretches in which it has given way. */
function newInterruptions() {
  const found: Interruption[] = [];
  let since = -Infinity;
  let isContinued = false;
  let fresh = 0;
  return {
    add(activity: number, from: number, to: number): void {
      const last = found.at(-1);
      if (isContinued && last) {
        last.amounts.push([activity, to - from]);
        [last.to, last.distance] = [to, to - since];
      } else {
        found.push({ amounts: [[activity, to - from]], from, to, distance: to - since });
      }
      isContinued = true;
    },
    goOn: () => (isContinued = false),
    giveWay(at: number): void {
      for (const each of found.slice(fresh))
        each.distance = Math.min(each.distance, at - each.from);
      [fresh, isContinued] = [found.length, false];
    },
    return: (at: number) => (since = at),
    /** Returns those that lie within the rest of a sum: the nearest first, while it holds them. */
    within(rest: number): [activity: number, amount: number][] {
      const inside: [activity: number, amount: number][] = [];
      for (const each of found.sort((a, b) => a.distance - b.distance)) {
        if (each.distance > rest) break;
        inside.push(...each.amounts);
        rest -= each.to - each.from;
      }
      return inside;
    },
  };
}

/**
 * Shares out a sample that is a sum: the stretches after its start in which its task had given way.
 * What its own instructions around them took is the rest, with the interrupts that only the rest
 * has room for.
 */
function computeSumShares(recording: TraceRecording, frame: Frame): Shares {
  const { elapsed, coreIndex, start } = frame;
  const { activities } = recording.index;
  const { amounts, add } = newAmounts();
  const interruptions = newInterruptions();
  let away: [activity: number, amount: number][] = [];
  let [begin, sum, until, stretches] = [NaN, 0, 0, 0];
  let isDone = false;
  const isInTask = (activity: number) =>
    activity === reader.own ||
    activity === RECORDING ||
    (activity >= 0 && getActivityKind(activities, activity) === 'interrupt');
  function passInTask(activity: number, from: number, to: number): void {
    if (activity === reader.own) interruptions.goOn();
    else interruptions.add(activity, from, to);
  }
  const reader = newSpanReader(recording, frame, (activity, from, to) => {
    if (isDone) return;
    if (Number.isNaN(begin) && isInTask(activity)) return passInTask(activity, from, to);
    if (Number.isNaN(begin)) interruptions.giveWay((begin = from));
    if (activity !== reader.own) {
      away.push([activity, to - from]);
      // The task also gives way after its sample.
      isDone = activity === UNKNOWN || sum + to - begin > elapsed;
      return;
    }
    away.forEach(([each, amount]) => add(each, amount));
    [sum, until, begin] = [sum + from - begin, from, NaN];
    interruptions.return(from);
    stretches += 1;
    away = [];
  });
  const most = Math.min(recording.store.count, reader.next() + MOST_EVENTS);
  while (!isDone && reader.next() < most) reader.pass(Math.min(most, reader.next() + PORTION));
  const isLost = isLossBetween(recording, coreIndex, start, reader.next());
  const inside = isLost ? [] : interruptions.within(elapsed - sum);
  inside.forEach(([each, amount]) => add(each, amount));
  const interrupted = inside.reduce((all, [, amount]) => all + amount, 0);
  add(isLost ? UNKNOWN : reader.own, elapsed - sum - interrupted);
  const isWhole = isDone || reader.next() === recording.store.count;
  return { amounts, own: reader.own, isWhole, stretches, until };
}

function makePart(
  { index, lanes }: TraceRecording,
  own: number,
  activity: number,
  amount: number,
): Part {
  if (activity === RECORDING) return { kind: 'recording', name: '', amount, lane: -1 };
  if (activity === SWITCHING) return { kind: 'scheduler', name: '', amount, lane: -1 };
  if (activity === UNKNOWN) return { kind: 'unknown', name: '', amount, lane: -1 };
  const lane = lanes.laneByActivity[activity] ?? -1;
  const kind = activity === own ? 'own' : getActivityKind(index.activities, activity);
  return { kind, name: lanes.lanes[lane]?.name ?? '', amount, lane };
}

/** Merges parts of the same name: three threads called "child" are shown as one. */
function mergeParts(parts: readonly Part[]): Part[] {
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

function collectNotes(
  { index: { activities } }: TraceRecording,
  run: ExplainBy | undefined,
  cost: RecordCost | undefined,
  shares: Shares,
) {
  const { amounts } = shares;
  const notes: string[] = [];
  const hasEvents = activities.kinds.length > 0;
  const kernelTrace = run?.facts.get('kernel_trace');
  if (!hasEvents) {
    notes.push(`The recording contains no kernel events${kernelTrace ? ` (${kernelTrace})` : ''}.`);
  } else if (amounts.size > 1) notes.push(describeTolerance(activities, run, cost, shares));
  if (run && !run.isExact) {
    notes.push(
      'The recording does not show exactly where its windows are; they may be late by some hundred steps of the clock.',
    );
  }
  if (hasEvents && amounts.has(UNKNOWN)) {
    notes.push('For parts of this sample it is unknown what ran.');
  }
  return notes;
}

/** Splits a stretch of one core, or a sum of such that begins there, into parts of the same sum. */
export function explainStretch(
  recording: TraceRecording,
  { start, stop }: Stretch,
  core: number,
  run: ExplainBy | undefined,
  isSum = false,
): Explanation {
  const { unit, ratio } = wholeUnits(recording.info.clock);
  const coreIndex = Math.max(0, recording.index.cores.indexOf(core));
  const end = isSum ? Infinity : stop;
  const unitAt = (ticks: number) => toUnit(Math.max(0, Math.min(ticks, end) - start), ratio);
  const cost = run?.clock && recordCost(run.facts, run.clock);
  const elapsed = unitAt(stop);
  const frame = { start, stop, coreIndex, unitAt, cost, elapsed };
  const shares =
    recording.index.blocks === 0
      ? nothingKnown(elapsed)
      : (isSum ? computeSumShares : computeShares)(recording, frame);
  const { amounts, own, isWhole, stretches, until } = shares;
  const parts = mergeParts(
    [...amounts].map(([activity, amount]) => makePart(recording, own, activity, amount)),
  );
  const notes = collectNotes(recording, run, cost, shares);
  if (!isWhole) notes.push('This sample has too many events for a complete breakdown.');
  const sentence = formatSentence(elapsed, parts, isSum ? stretches : 1);
  const last = isSum ? start + (until * ratio[1]) / ratio[0] : stop;
  return { start, stop: last, elapsed, unit, parts, sentence, notes };
}

const nothingKnown = (elapsed: number): Shares => ({
  amounts: new Map([[UNKNOWN, elapsed]]),
  own: UNKNOWN,
  isWhole: true,
  stretches: 1,
  until: elapsed,
});

/** The order of parts in a sentence. */
const ORDER: readonly Part['kind'][] = [
  'own',
  'interrupt',
  'timer',
  'task',
  'scheduler',
  'idle',
  'recording',
  'unknown',
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
    case 'scheduler':
      return name === '' ? 'kernel switching' : kind;
    case 'own':
    case 'idle':
    case 'recording':
      return kind;
  }
}

/** `1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording`, or `.. in 4 stretches = ..`. */
function formatSentence(elapsed: number, parts: readonly Part[], stretches: number): string {
  const texts = parts.map((part) => `${formatNumber(part.amount)} ${partName(part)}`);
  const stretchesText = stretches === 1 ? '' : ` in ${stretches} stretches`;
  return `${formatNumber(elapsed)}${stretchesText} = ${texts.join(' + ') || '0'}`;
}

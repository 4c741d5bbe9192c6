import { type Clock, toUnit } from '../agent';
import { EventId } from '../systemview';

/** The recorder's cost of an event before and after its time stamp, in the clock's unit. */
export interface EventCost {
  readonly before: number;
  readonly after: number;
}

/** The cost of recording around events on one target, measured by its agent. */
export interface RecordCost {
  /**
   * The cost of an event that follows the previous one by `delta` ticks; its argument may name a task, and its
   * packet has `length` bytes.
   */
  readonly of: (id: number, delta: number, argument: number, length: number) => EventCost;
  /** The cost of a handler before its first event and after its last one, by its exception's number. */
  readonly handler: (number: number) => EventCost | undefined;
  /** That of the kernel's handler that changes the task. */
  readonly switching: EventCost | undefined;
}

const NOTHING: EventCost = { before: 0, after: 0 };
/** The agent measured the cost of stamps of at most two bytes, which are those below this. */
const TWO_BYTES = 2 ** 14;
/** The number of the exception in which a Cortex-M's kernel changes the task. */
const SWITCH_EXCEPTION = 14;

/** Short events: bytes of their payload in addition to the task that they name. */
const PAYLOADS: ReadonlyMap<number, { readonly hasTask: boolean; readonly more: number }> = new Map(
  [
    [EventId.IsrEnter, { hasTask: false, more: 1 }],
    [EventId.IsrExit, { hasTask: false, more: 0 }],
    [EventId.IsrToScheduler, { hasTask: false, more: 0 }],
    [EventId.Idle, { hasTask: false, more: 0 }],
    [EventId.TaskStartExec, { hasTask: true, more: 0 }],
    [EventId.TaskStartReady, { hasTask: true, more: 0 }],
    [EventId.TaskStopReady, { hasTask: true, more: 1 }],
    [EventId.TaskCreate, { hasTask: true, more: 0 }],
    [EventId.TaskTerminate, { hasTask: true, more: 0 }],
  ],
);

/** The bytes that a number takes in a packet. */
const countBytes = (value: number): number => Math.max(1, Math.ceil(Math.log2(value + 1) / 7));

/** Packets from this id on, and those that end calls, hold a call of the kernel; they begin with their length. */
const FIRST_CALL = 32;
/** The bytes of a packet's number, and of its length. */
const countHeadBytes = (id: number): number => countBytes(id) + 1;
/** The result of a measured call and its number have two bytes. */
const MEASURED_END = 2;

/** Reads `NUMBER:BEFORE+AFTER ..` in ticks. */
function parseCosts(text: string | undefined, { ratio }: Clock): Map<number, EventCost> {
  const costs = new Map<number, EventCost>();
  for (const [, id, before, after] of (text ?? '').matchAll(
    /(?:^|\s)(\d+):(\d+)\+(\d+)(?=\s|$)/g,
  )) {
    costs.set(Number(id), {
      before: toUnit(Number(before), ratio),
      after: toUnit(Number(after), ratio),
    });
  }
  return costs;
}

/** Reads `NUMBER:BYTES ..`. */
function parseBytes(text: string | undefined): Map<number, number> {
  const found = (text ?? '').matchAll(/(?:^|\s)(\d+):(\d+)(?=\s|$)/g);
  return new Map([...found].map(([, id, bytes]) => [Number(id), Number(bytes)]));
}

/** The measured call with the most bytes of arguments that another one has as well. */
function nearestCall(calls: ReadonlyMap<number, EventCost>, bytes: number) {
  const fewer = [...calls].filter(([each]) => each <= bytes).sort(([a], [b]) => b - a);
  return fewer[0];
}

/**
 * Reads the facts `record_cost`; `record_call`, the cost of recording a kernel's call by the bytes of its arguments; `record_length`, the cost after the time stamp by the payload's
 * bytes; `record_byte`, the cost of encoding one more byte; `record_task`, the task that the
 * measured events named; `record_packet`, the bytes of measured packets of other lengths; and `handler_cost`.
 */
export function recordCost(
  facts: ReadonlyMap<string, string>,
  clock: Clock,
): RecordCost | undefined {
  const costs = parseCosts(facts.get('record_cost'), clock);
  if (costs.size === 0) return undefined;
  const handlers = parseCosts(facts.get('handler_cost'), clock);
  const inUnit = (text: string | undefined) => toUnit(Number(text) || 0, clock.ratio);
  const task = Number(facts.get('record_task')) || 0;
  const byte = inUnit(facts.get('record_byte'));
  const lengths = facts.get('record_length')?.split(' ').map(inUnit) ?? [];
  const calls = parseCosts(facts.get('record_call'), clock);
  const packets = parseBytes(facts.get('record_packet'));
  const copied = (lengths[1] ?? 0) - (lengths[0] ?? 0);
  const computeCallCost = (id: number, delta: number, length: number): EventCost | undefined => {
    if (id !== EventId.EndCall && id < FIRST_CALL) return undefined;
    const payload = Math.max(0, length - countHeadBytes(id) - countBytes(delta));
    const end = costs.get(EventId.EndCall);
    const measured =
      id === EventId.EndCall ? end && ([MEASURED_END, end] as const) : nearestCall(calls, payload);
    if (!measured) return undefined;
    const [bytes, { before, after }] = measured;
    return {
      before: before + byte * (payload - bytes),
      after:
        after + copied * (payload - bytes) + (byte + copied) * Math.max(0, countBytes(delta) - 2),
    };
  };
  // Assume that an event not measured costs as much as one that names a task.
  const other = costs.get(EventId.TaskStartReady) ?? NOTHING;
  return {
    of: (id, delta, argument, length) => {
      const call = computeCallCost(id, delta, length);
      if (call) return call;
      const measured = costs.get(id) ?? other;
      const payload = PAYLOADS.get(id);
      const ofTask = payload?.hasTask ? countBytes(argument) : 0;
      const ofStamp = delta < TWO_BYTES ? 0 : countBytes(delta) - 2;
      const bytes = payload && Math.min(payload.more + ofTask + ofStamp, lengths.length - 1);
      const ofLength = bytes === undefined ? undefined : lengths[bytes];
      const longer = length - (packets.get(id) ?? length);
      const more = payload?.hasTask && task > 0 ? ofTask - countBytes(task) : 0;
      return {
        before: measured.before + byte * (packets.has(id) ? longer - ofStamp : more),
        after: (ofLength ?? measured.after) + copied * longer + byte * ofStamp,
      };
    },
    handler: (number) => handlers.get(number),
    switching: handlers.get(SWITCH_EXCEPTION),
  };
}

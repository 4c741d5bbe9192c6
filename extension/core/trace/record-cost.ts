import { toUnit, type Clock } from '../measure/clock';

/** What the recorder spends on an event before and after its time stamp, in the clock's unit. */
export interface EventCost {
  readonly before: number;
  readonly after: number;
}

/** What recording costs on one target, as its agent has measured it. */
export interface RecordCost {
  readonly of: (id: number, delta: number) => EventCost;
}

const NOTHING: EventCost = { before: 0, after: 0 };
/** Time stamps below this have the two bytes, or fewer, for which the agent has measured. */
const TWO_BYTES = 2 ** 14;
const START_READY = 6;

function stampBytesAboveTwo(delta: number): number {
  return delta < TWO_BYTES ? 0 : Math.ceil(Math.log2(delta + 1) / 7) - 2;
}

/** Reads the facts `record_cost`, `ID:BEFORE+AFTER ..` in ticks, and `record_byte`. */
export function recordCost(
  facts: ReadonlyMap<string, string>,
  clock: Clock,
): RecordCost | undefined {
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
  // An event that was not measured is taken for one that names a task.
  const other = costs.get(START_READY) ?? NOTHING;
  return {
    of: (id, delta) => {
      const { before, after } = costs.get(id) ?? other;
      return { before, after: after + byte * stampBytesAboveTwo(delta) };
    },
  };
}

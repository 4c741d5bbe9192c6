import { encodeEvent } from '../../agent/event-codec';
import type { AgentEvent } from '../../agent/events';
import { operationBegin, runBegin } from '../../agent/testing/begin';
import { encodeString, packetBytes, SYNC, u32 } from '../../systemview/encode';
import { EventId, FIRST_MODULE_EVENT } from '../../systemview/ids';

/** A kernel event of a simulated traced run, in instructions after its sample began. */
export type KernelEvent = readonly [instructions: number, id: number, ...payload: number[]];

export interface TracedRun {
  readonly facts?: readonly string[];
  /** By default instructions. */
  readonly unit?: 'cycles';
  /** The recording states how the clock's readings relate to it. */
  readonly hasStamp?: boolean;
  readonly elapsed: number;
  /** The sample is a sum of stretches. */
  readonly isSum?: boolean;
  /** The operation's end, by default that of its sample. */
  readonly end?: number;
  readonly events: readonly KernelEvent[];
  /** The clock's reading at the start of the recording. */
  readonly clockAtStart?: number;
}

export const AGENT = 1;
export const NET = 2;
/** The sample's position. */
const SAMPLE_AT = 100_000;

/** A recording of one traced sample, whose clock makes 3.2 ticks per instruction. */
export function encodeTracedRun(run: TracedRun): Uint8Array {
  const { facts = [], unit, elapsed, events, clockAtStart = 2 ** 32 - 150_000 } = run;
  const bytes: number[] = [...SYNC];
  let now = 0;
  const raw = (ticks: number) => (clockAtStart + ticks) % 2 ** 32;
  const put = (ticks: number, id: number, payload: readonly number[] = []) => {
    bytes.push(...packetBytes({ id, payload, delta: ticks - now }));
    now = ticks;
  };
  const emit = (ticks: number, event: AgentEvent) => {
    const { number, payload } = encodeEvent(event);
    put(ticks, FIRST_MODULE_EVENT + number, [...payload]);
  };
  const tick = (instructions: number) => SAMPLE_AT + Math.floor(instructions * 3.2);

  put(0, EventId.TraceStart);
  put(10, EventId.Init, [...u32(25_000_000), ...u32(25_000_000), ...u32(0), ...u32(0)]);
  put(20, EventId.SysDesc, encodeString('I#15=SysTick'));
  put(30, EventId.TaskInfo, [...u32(AGENT), ...u32(6), ...encodeString('cyclescope')]);
  put(40, EventId.TaskInfo, [...u32(NET), ...u32(7), ...encodeString('net')]);
  put(50, EventId.ModuleDesc, [
    ...u32(0),
    ...u32(FIRST_MODULE_EVENT),
    ...encodeString('M=cyclescope'),
  ]);
  const clock = { clockTicks: clockAtStart + 60, ...(unit && { unit }) };
  emit(100, runBegin({ hooks: true, traced: true, ...clock }));
  for (const fact of facts) emit(200, { kind: 'fact', text: fact });
  if (run.hasStamp !== false) {
    emit(300, { kind: 'fact', text: 'x=1' });
    emit(400, { kind: 'fact', text: `stream_stamp=${raw(300)}` });
  }
  emit(500, operationBegin());
  emit(600, { kind: 'flush', measuring: true, block: 1, clockTicks: clockAtStart + 500 });
  put(700, EventId.TaskStartExec, u32(AGENT));
  for (const [at, id, ...payload] of events) put(tick(at), id, payload.flatMap(u32));
  const end = tick(run.end ?? elapsed) + 1000;
  emit(end, { kind: 'flush', measuring: false, block: 1, clockTicks: clockAtStart + end - 100 });
  emit(end + 100, {
    kind: 'traced',
    op: 0,
    index: 0,
    tickInside: true,
    cold: false,
    sum: run.isSum === true,
    start: raw(tick(0)),
    stop: raw(tick(elapsed)),
  });
  emit(end + 200, {
    kind: 'operationEnd',
    op: 0,
    status: 'ok',
    attempted: 1,
    stored: 1,
    reason: '',
  });
  put(end + 300, EventId.TraceStop);
  return Uint8Array.from(bytes);
}

import { describe, expect, it, test } from 'vitest';
import { parseDescription } from './description';
import { encodeString, u32 } from './encode';
import { eventLine, formatEvent } from './format';
import { EventId, ExtendedId } from './ids';
import { learn, newKnowledge } from './knowledge';

const knowledge = newKnowledge();
const teach = (id: number, ...payload: number[]) => learn(knowledge, id, Uint8Array.from(payload));
teach(EventId.Init, ...[1_000_000, 1_000_000, 0x2000_0000, 2].flatMap(u32));
teach(EventId.SysDesc, ...encodeString('O=FreeRTOS,I#15=SysTick'));
teach(EventId.TaskInfo, 4, 2, ...encodeString('worker'));
teach(EventId.NameResource, 8, ...encodeString('queue'));
teach(EventId.Extended, ExtendedId.NameMarker, 3, ...encodeString('frame'));
teach(EventId.Extended, ExtendedId.RegisterData, 6, ...encodeString('level'), 1);
teach(EventId.ModuleDesc, 0, ...u32(512), ...encodeString('M=cyclescope'));
teach(EventId.ModuleDesc, 0, ...u32(512), ...encodeString('3 samples op=%u kind=%u first=%u %s'));

const description = parseDescription(
  [
    'NamedType Wait 0=NO_WAIT *="%u ticks"',
    'TaskState 0xFF 4=Delayed',
    '40 Send queue=%I task=%t wait=%Wait ms text=%s | Returns %d',
    '41 Raw a=%x b=%p c=%b d=%d bytes=%B',
  ].join('\n'),
);
const context = { knowledge, description };

const minusOne = u32(-1);

test.each<[number, number[], string]>([
  [EventId.Idle, [], 'Idle'],
  [EventId.Overflow, u32(328), 'Overflow dropped=328'],
  [EventId.IsrEnter, [15], 'ISR Enter SysTick'],
  [EventId.IsrEnter, [77], 'ISR Enter #77'],
  [EventId.TaskStartExec, [4], 'Task Start Exec worker'],
  [EventId.TaskStartExec, [5], 'Task Start Exec 0x20000014'],
  [EventId.TaskStopReady, [4, 4], 'Task Stop Ready worker cause=Delayed'],
  [EventId.TaskStopReady, [4, 9], 'Task Stop Ready worker cause=9'],
  [EventId.TaskStopExec, [], 'Task Stop Exec'],
  [EventId.SystimeUs, [...u32(5), 1], 'System Time us 4294967301'],
  [EventId.MarkStart, [3], 'Marker Start frame'],
  [EventId.MarkStop, [9], 'Marker Stop #9'],
  [EventId.DataSample, [6, ...minusOne], 'Data Sample level=-1'],
  [EventId.PrintFormatted, [...encodeString('n=%d'), 1, 1, 5], 'Print warning "n=5"'],
  [EventId.EndCall, [40, ...minusOne], 'End Call Send returns -1'],
  [EventId.EndCall, [40], 'End Call Send'],
  [EventId.Extended, [ExtendedId.Mark, 3], 'Marker frame'],
  [
    EventId.Extended,
    [ExtendedId.HeapAlloc, 1, 2, 3],
    'Heap Alloc heap=0x20000004 block=0x20000008 size=12 bytes',
  ],
  [40, [8, 4, 0, ...encodeString('hi')], 'Send queue=queue task=worker wait=NO_WAIT ms text="hi"'],
  [40, [9, 4, 7], 'Send queue=0x20000024 task=worker wait=7 ticks ms'],
  [41, [16, 16, 5, ...minusOne, 2, 1, 255], 'Raw a=0x10 b=0x00000010 c=0b101 d=-1 bytes=01 FF'],
  [99, [1, 2, 3], 'Event 99 +3 bytes'],
  [515, [0, 1, 0, 1, 65, 22], 'samples op=0 kind=1 first=0 "A" +1 bytes'],
  [519, [], 'cyclescope 7'],
])('event %i with %j is shown as %j', (id, payload, expected) => {
  expect(formatEvent({ id, core: 0, ticks: 0, payload: Uint8Array.from(payload) }, context)).toBe(
    expected,
  );
});

describe('line of an event', () => {
  const idle = { id: EventId.Idle, core: 1, ticks: 1_500_000, payload: new Uint8Array(0) };

  it('shows ticks until the clock is known, then seconds', () => {
    expect(eventLine(idle, context)).toBe('     1.500000000 s  core 1  Idle');
    expect(eventLine(idle, { knowledge: newKnowledge(), description })).toBe(
      '     1500000 ticks  core 1  Idle',
    );
  });

  it("explains how Zephyr uses a task's stop", () => {
    const zephyr = newKnowledge();
    learn(zephyr, EventId.SysDesc, Uint8Array.from(encodeString('O=Zephyr')));
    const packet = { ...idle, id: EventId.TaskStopExec };
    expect(formatEvent(packet, { knowledge: zephyr, description })).toBe('Task Switched Out');
  });
});

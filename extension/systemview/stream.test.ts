import { describe, expect, it, test } from 'vitest';
import { decode } from './decoder';
import { beginning, encodeString, packetBytes, SYNC, u32 } from './encode';
import { EventId } from './ids';
import { type CoreSummary, summariseRecording } from './summary';

const START = beginning({}, 100);
const AFTER_START = START.length;
const idle = (delta: number): number[] => packetBytes({ id: EventId.Idle, delta });
const enter = (irq: number): number[] =>
  packetBytes({ id: EventId.IsrEnter, payload: u32(irq), delta: 10 });
const overflow = (dropped: number): number[] =>
  packetBytes({ id: EventId.Overflow, payload: u32(dropped), delta: 5 });

function decodeCore(...parts: readonly (readonly number[])[]): CoreSummary {
  const core = summariseRecording(decode(Uint8Array.from(parts.flat())), '').cores[0];
  if (core === undefined) throw new Error('nothing decoded');
  return core;
}

describe('syncs and segments', () => {
  it('counts packets, not the zeros of a sync', () => {
    const core = decodeCore(START, idle(20), enter(15), START, idle(7));
    expect(core.countsById).toEqual({ 2: 1, 10: 2, 17: 2, 24: 2 });
    expect(core.segments).toEqual([
      { startTicks: 100, events: 4 },
      { startTicks: 230, events: 3 },
    ]);
    expect([core.firstTicks, core.lastTicks, core.durationTicks]).toEqual([100, 237, 137]);
    expect(core.problems).toEqual([]);
  });

  it('takes the last ten of a longer run of zeros as the sync, even after a time of zero', () => {
    const core = decodeCore(START, idle(0), START);
    expect(core.countsById).toEqual({ 10: 2, 17: 1, 24: 2 });
    expect(core.problems).toEqual([]);
  });

  it('finds a sync that interrupts a packet, and does not count that packet', () => {
    // TASK_START_READY whose id needs another byte: it would consume two of the zeros.
    const core = decodeCore(START, idle(3), [EventId.TaskStartReady, 0x85], START, idle(4));
    expect(core.countsById).toEqual({ 10: 2, 17: 2, 24: 2 });
    expect(core.problems).toEqual([
      `2 bytes skipped at byte ${AFTER_START + 2}: a packet is cut off by a sync`,
    ]);
  });

  it.each([3, 9, 14, 30, 200])(
    'finds a sync inside the %i bytes that a packet claims',
    (length) => {
      const claim = [40, ...u32(length), 1, 2];
      const core = decodeCore(START, claim, START, idle(4), idle(5), idle(6));
      expect(core.countsById).toEqual({ 10: 2, 17: 3, 24: 2 });
      expect(core.segments).toHaveLength(2);
      expect(core.problems).toEqual([
        `${claim.length} bytes skipped at byte ${AFTER_START}: a packet is cut off by a sync`,
      ]);
    },
  );

  it('leaves ten zeros and a 10 inside a payload alone', () => {
    const samples = [...SYNC, 10, 4];
    const packet = packetBytes({ id: 515, payload: samples, delta: 1 });
    const tail = packetBytes({ id: 515, payload: [...SYNC], delta: EventId.TraceStart });
    expect(decodeCore(START, packet, tail, idle(1), idle(2)).countsById).toEqual({
      10: 1,
      17: 2,
      24: 1,
      515: 2,
    });
  });

  it('begins a segment at a trace start without zeros', () => {
    const again = packetBytes({ id: EventId.TraceStart, delta: 9 });
    expect(decodeCore(START, again, idle(1)).segments.map(({ events }) => events)).toEqual([2, 2]);
  });
});

describe('starts and ends', () => {
  it('skips to the first sync if it starts in the middle of a packet', () => {
    const core = decodeCore([7, 9, 0, 0, 1], START, idle(1));
    expect(core.events).toBe(3);
    expect(core.problems).toEqual([
      '5 bytes skipped at byte 0: the recording begins in the middle of a packet',
    ]);
  });

  it('starts without zeros if the first packets of a recording are there', () => {
    expect(decodeCore(START.slice(10), idle(1))).toMatchObject({ events: 3, problems: [] });
  });

  it('finds the start behind events that an interrupt recorded inside the sync', () => {
    const tick = [...enter(15), ...packetBytes({ id: EventId.IsrExit, delta: 455 })];
    const core = decodeCore([...SYNC], tick, START.slice(10), idle(1));
    expect(core.countsById).toEqual({ 10: 1, 17: 1, 24: 1 });
    expect(core.problems).toEqual([
      `${SYNC.length + tick.length} bytes skipped at byte 0: the recording begins in the middle of a packet`,
    ]);
  });

  it('continues with a recording that restarts without zeros', () => {
    const core = decodeCore(START, idle(1), [0xff, 0xff, 0x7f], START.slice(10), idle(2));
    expect(core.countsById).toEqual({ 10: 2, 17: 2, 24: 2 });
  });

  it('reads nothing from unrelated bytes', () => {
    const core = decodeCore([...new TextEncoder().encode('just some text, no recording at all')]);
    expect(core.events).toBe(0);
    expect(core.problems).toHaveLength(1);
  });

  test.each([
    ['zeros of an unused ring', [0, 0, 0, 0, 0]],
    ['many zeros', new Array<number>(5000).fill(0)],
    ['a cut packet', packetBytes({ id: 60, payload: [1, 2, 3] }).slice(0, 3)],
    ['a cut time', [EventId.Idle, 0x80]],
  ])('%s at the end are trailing bytes, not a problem', (_, tail) => {
    const core = decodeCore(START, idle(1), tail);
    expect([core.events, core.trailingBytes, core.problems]).toEqual([3, tail.length, []]);
  });

  it('counts zeros between packets as empty packets', () => {
    const core = decodeCore(START, idle(1), [0, 0, 0, 0, 0, 9], idle(1));
    expect(core.countsById).toMatchObject({ 0: 3, 17: 2 });
    expect(core.lastTicks).toBe(111);
  });
});

describe('damage', () => {
  it('continues at the next sync and reports what it skipped', () => {
    const broken = [EventId.IsrEnter, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3];
    const core = decodeCore(START, idle(1), broken, START, idle(2));
    expect(core.countsById).toEqual({ 10: 2, 17: 2, 24: 2 });
    expect(core.problems).toEqual([
      `9 bytes skipped at byte ${AFTER_START + 2}: event 2 has a broken field`,
    ]);
  });

  it('accepts a sync after damage even without an INIT', () => {
    const core = decodeCore(START, [0xff, 0xff, 0x7f], SYNC, [EventId.TraceStart, 4], idle(2));
    expect(core.countsById).toEqual({ 10: 2, 17: 1, 24: 1 });
  });

  it('reports that no sync follows', () => {
    const core = decodeCore(START, [33, 0xff, 0xff, 1, 5, 5, 5]);
    expect(core.problems).toEqual([
      `7 bytes skipped at byte ${AFTER_START}: event 33 has 32767 bytes; no sync follows`,
    ]);
  });
});

describe('lost packets', () => {
  test.each([
    [[0], 1],
    [[328, 400, 13_875], 13_878],
    [[5, 5], 7],
    [[100, 3], 105],
  ])('overflow numbers %j mean %i lost', (numbers, lost) => {
    const core = decodeCore(START, ...numbers.map(overflow));
    expect([core.overflowEvents, core.lostPackets]).toEqual([numbers.length, lost]);
  });

  it('are reported in stream order', () => {
    const reported: (string | number)[] = [];
    const module = packetBytes({ id: 512, payload: [1] });
    const broken = [0xff, 0xff, 0x7f];
    decode(Uint8Array.from([...START, ...module, ...overflow(1), ...module, ...broken, ...START]), {
      onPacket: ({ id }) => reported.push(id),
      onLoss: (what) => reported.push(what),
    });
    expect(reported).toEqual([
      512,
      'the target dropped 2 packets',
      512,
      `3 bytes skipped at byte ${AFTER_START + 13}: there is no event id 2097151`,
    ]);
  });
});

it('accumulates time beyond 32 bits', () => {
  const core = decodeCore(START, ...new Array<number[]>(5).fill(idle(0xffff_ffff)));
  expect(core.lastTicks).toBe(100 + 5 * 0xffff_ffff);
});

it('keeps tasks by their shrunk id until INIT shows how to expand it', () => {
  const task = packetBytes({ id: EventId.TaskInfo, payload: [5, 3, ...encodeString('main')] });
  const init = [1000, 1000, 0x2000_0000, 2].flatMap(u32);
  const late = packetBytes({ id: EventId.Init, payload: init });
  const head = [...SYNC, EventId.TraceStart, 0];
  expect(decodeCore(head, task).tasks).toEqual([{ id: 5, name: 'main', prio: 3 }]);
  expect(decodeCore(head, task, late).tasks).toEqual([{ id: 0x2000_0014, name: 'main', prio: 3 }]);
});

import { expect, test } from 'vitest';
import { encodeString, type PacketSource, u32 } from '../systemview/encode';
import { EventId as E } from '../systemview/ids';
import { decodePackets } from './testing/decode';
import { decodeWindow, encodeWindow, MAX_WINDOW_BYTES } from './window';
import { momentAt, computeCoreShares, renderWindow } from './render-window';

const packet = (id: number, delta: number, ...payload: number[]): PacketSource => ({
  id,
  delta,
  payload: payload.flatMap(u32),
});
const makeTaskInfo = (id: number, name: string): PacketSource => ({
  id: E.TaskInfo,
  payload: [...u32(id), ...u32(3), ...encodeString(name)],
});

const laneNames = ({ lanes }: ReturnType<typeof decodePackets>) =>
  lanes.lanes.map(
    ({ kind, name, members }) => `${kind} ${name}${members > 1 ? ` x${members}` : ''}`,
  );

const SHORT = [
  makeTaskInfo(7, 'net'),
  packet(E.TaskStartExec, 100, 7),
  packet(E.IsrEnter, 100, 15),
  packet(E.IsrExit, 50),
  packet(E.MarkStart, 10, 3),
  packet(E.PrintFormatted, 10, 1, 65, 0, 0),
  packet(E.MarkStop, 30, 3),
  packet(E.Overflow, 500, 9),
  packet(E.Idle, 100),
  packet(E.Idle, 100),
];

test('a short recording is shown in full, by name', () => {
  const recording = decodePackets(SHORT);
  expect(laneNames(recording)).toEqual([
    'marker Marker 3',
    'print Messages',
    'interrupt ISR #15',
    'task net',
    'idle Idle',
  ]);
  const { first, lostPackets } = recording.info;
  expect(lostPackets).toBe(10);
  const window = renderWindow(recording, { ...first, pixels: 1000 });
  const spans = window.lanes.flatMap(({ lane, from, to }) =>
    Array.from({ length: to - from }, (_, at) => {
      const [start, stop] = [window.spans.start[from + at], window.spans.stop[from + at]];
      return `${recording.lanes.lanes[lane]?.name} ${start}..${stop}`;
    }),
  );
  expect(spans).toEqual([
    'Marker 3 260..300',
    'ISR #15 200..250',
    'net 100..200',
    'net 250..300',
    'Idle 900..1000',
  ]);
  expect([...window.marks.time]).toEqual([270]);
  expect([...window.gaps.start, ...window.gaps.stop, ...window.gaps.packets]).toEqual([
    300, 800, 10,
  ]);
});

test('a moment shows what ran, since when and until when', () => {
  const recording = decodePackets(SHORT);
  const lane = (name: string) => recording.lanes.lanes.findIndex((each) => each.name === name);
  const at = (ticks: number) => momentAt(recording, ticks).running[0];
  expect(at(220)).toEqual({ core: 0, lane: lane('ISR #15'), start: 200, stop: 250 });
  expect(at(250)).toMatchObject({ lane: lane('net'), start: 250, stop: 300 });
  expect(at(500)).toMatchObject({ lane: -1 });
  expect(at(950)).toMatchObject({ lane: lane('Idle'), start: 900, stop: 1000 });
});

test('a long activity is known to its end while others send events', () => {
  const calls = Array.from({ length: 3000 }, () => packet(40, 10));
  const recording = decodePackets([packet(E.TaskStartExec, 100, 7), ...calls, packet(E.Idle, 10)]);
  const moment = momentAt(recording, 5000);
  expect(moment.running[0]).toMatchObject({ start: 100, stop: 30_110 });
  expect(moment.index).toBeGreaterThan(400);
});

test('the shares of a core and the unknown add up to its time', () => {
  const recording = decodePackets(SHORT);
  const [core] = computeCoreShares(recording, { start: 100, stop: 300 });
  const sum = core!.lanes.reduce((total, { share }) => total + share, core!.unknown);
  expect(sum).toBeCloseTo(1, 12);
  expect(core!.lanes.map(({ ticks }) => ticks)).toEqual([150, 50]);
});

test('dozens of namesakes share a lane', () => {
  const children = Array.from({ length: 30 }, (_, id) => [
    makeTaskInfo(id, 'child'),
    packet(E.TaskStartExec, 10, id),
  ]).flat();
  const recording = decodePackets([...children, packet(E.Idle, 10)]);
  expect(laneNames(recording)).toEqual(['task child x30', 'idle Idle']);
  expect(recording.lanes.lanes[0]?.busy).toBe(300);
});

test('the busiest of a thousand tasks have lanes, and a note reports that others share one', () => {
  const tasks = Array.from({ length: 1000 }, (_, id) => packet(E.TaskStartExec, 1000 - id, id));
  const recording = decodePackets([...tasks, packet(E.Idle, 10), packet(E.Idle, 10)]);
  const { lanes, notices } = recording.info;
  expect(lanes.length).toBe(512);
  expect(lanes.reduce((sum, { members }) => sum + members, 0)).toBe(1001);
  expect(notices.join()).toContain('1,001');
});

/** Tasks that alternate too fast to be drawn. */
function makeCrowdedRecording(events: number) {
  const packets = Array.from({ length: events }, (_, at) =>
    at % 3 === 2 ? packet(E.PrintFormatted, 1, 1, 65, 0, 0) : packet(E.TaskStartExec, 7, at % 400),
  );
  return decodePackets(packets);
}

test.each([3000, 100_000])('a window of %i events never exceeds its limit', (events) => {
  const recording = makeCrowdedRecording(events);
  const { extent } = recording.info;
  for (const pixels of [1, 333, 2000, 100_000]) {
    for (const share of [1, 0.1, 0.001]) {
      const stop = extent.start + (extent.stop - extent.start) * share;
      const buffer = encodeWindow(renderWindow(recording, { start: extent.start, stop, pixels }));
      expect(buffer.byteLength).toBeLessThanOrEqual(MAX_WINDOW_BYTES);
      expect(decodeWindow(buffer)?.stop).toBe(stop);
    }
  }
});

test('marks in one column are one mark, with their count', () => {
  const recording = makeCrowdedRecording(9000);
  const { marks } = renderWindow(recording, { ...recording.info.extent, pixels: 10 });
  expect(marks.count.length).toBeLessThanOrEqual(10);
  expect(marks.count.reduce((sum, count) => sum + count, 0)).toBe(3000);
});

test('only requested lanes are sent', () => {
  const recording = decodePackets(SHORT);
  const window = renderWindow(recording, { ...recording.info.extent, pixels: 100, lanes: [3, 99] });
  expect(window.lanes.map(({ lane }) => lane)).toEqual([3]);
  expect(window.marks.event).toHaveLength(0);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transferred } from '../../base/calls';
import {
  encodeString,
  type PacketSource,
  recordingBytes,
  svdatHeader,
  u32,
} from '../../systemview/encode';
import { EventId as E } from '../../systemview/ids';
import type { EventRow, TraceInfo } from '../../trace/model';
import { NET, encodeTracedRun } from '../../trace/testing/traced-run';
import { recordingCalls } from './worker';

const serving = (signal = new AbortController().signal) => ({ signal, report: () => undefined });

/** Enough for several reads: numbered prints, and a task that runs between them. */
const COUNT = 60_000;
const PACKETS: readonly PacketSource[] = [
  { id: E.TaskInfo, payload: [...u32(7), ...u32(3), ...encodeString('<b>net</b>')] },
  ...Array.from({ length: COUNT }, (_, at): PacketSource => {
    if (at % 2 === 0) return { id: E.TaskStartExec, payload: u32(7), delta: 10 };
    return {
      id: E.PrintFormatted,
      payload: [...encodeString(`print ${at} of many`), 0, 0],
      delta: 10,
    };
  }),
];

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cyclescope-recording-'));
  path = join(folder, 'a.SVDat');
  const header = { recorded: new Date(0), author: '', title: '', description: '' };
  await writeFile(path, Buffer.concat([svdatHeader(header), recordingBytes(PACKETS)]));
});
afterAll(() => rm(folder, { recursive: true }));

async function openRecording(
  options: { maxEvents?: number; range?: { firstEvent: number } | { share: number } } = {},
) {
  const calls = recordingCalls();
  const { maxEvents = 1e6, range } = options;
  const info = (await calls.open({ source: { path }, maxEvents, range }, serving())) as TraceInfo;
  return { calls, info };
}

test('rows match the file, wherever they start', async () => {
  const { calls, info } = await openRecording();
  expect(info.loaded).toMatchObject({ isWhole: true, firstEvent: 0, events: COUNT + 3 });
  expect(info.header.length).toBeGreaterThan(3);
  const rows = (await calls.events({ from: 40_002, count: 9999 }, serving())) as EventRow[];
  expect(rows).toHaveLength(500);
  expect(rows[0]).toMatchObject({ index: 40_002, lane: 0, text: 'Print "print 39999 of many"' });
  expect(rows[1]?.text).toBe('Task Start Exec <b>net</b>');
  expect(info.lanes[rows[1]?.lane ?? -1]?.name).toBe('<b>net</b>');
  await calls.close(undefined, serving());
});

test('finds text in both directions, and none if there is none', async () => {
  const { calls } = await openRecording();
  const find = (wanted: string, from: number, direction: 'forwards' | 'backwards') =>
    calls.find({ text: wanted, from, direction }, serving()) as Promise<EventRow | undefined>;
  expect((await find('PRINT 5', 0, 'forwards'))?.text).toContain('print 5 of');
  expect((await find('print 49999', COUNT, 'backwards'))?.index).toBe(50_002);
  expect(await find('print 49999', 50_003, 'forwards')).toBeUndefined();
  expect(await find('nowhere', 0, 'forwards')).toBeUndefined();
  await calls.close(undefined, serving());
});

test('a cancelled search ends', async () => {
  const { calls } = await openRecording();
  const controller = new AbortController();
  const request = { text: 'nowhere', from: 0, direction: 'forwards' } as const;
  const reported: number[] = [];
  const found = calls.find(request, {
    signal: controller.signal,
    report: ({ index }) => {
      reported.push(index);
      controller.abort();
    },
  });
  expect(await found).toBeUndefined();
  expect(reported).toHaveLength(1);
  await calls.close(undefined, serving());
});

test('makes only the newest of several windows', async () => {
  const { calls, info } = await openRecording();
  const requests = [1, 2, 3].map((pixels) => calls.window({ ...info.extent, pixels }, serving()));
  const [first, second, third] = await Promise.all(requests);
  expect([first, second]).toEqual([undefined, undefined]);
  expect(third).toBeInstanceOf(Transferred);
  await calls.close(undefined, serving());
});

test('above the limit only the first part opens, which is reported', async () => {
  const { calls, info } = await openRecording({ maxEvents: 20_000 });
  expect(info.loaded.isWhole).toBe(false);
  expect(info.events).toBeGreaterThanOrEqual(20_000);
  expect(info.events).toBeLessThan(23_000);
  await calls.close(undefined, serving());
});

test.each([
  [{ firstEvent: 30_000 }, 27_900, 30_000],
  [{ share: 0.5 }, 25_000, 35_000],
])('a range %o starts about there', async (range, least, most) => {
  const { calls, info } = await openRecording({ range, maxEvents: 5000 });
  const { firstEvent, isWhole } = info.loaded;
  expect(isWhole).toBe(false);
  expect(firstEvent).toBeGreaterThanOrEqual(least);
  expect(firstEvent).toBeLessThanOrEqual(most);
  const [row] = (await calls.events({ from: 1, count: 2 }, serving())) as EventRow[];
  expect(row?.text).toMatch(/^(Task Start Exec|Print)/);
  await calls.close(undefined, serving());
});

test('opening can be cancelled, and what is not a recording is rejected', async () => {
  const calls = recordingCalls();
  const open = (source: { path: string } | { bytes: ArrayBuffer }, signal?: AbortSignal) =>
    calls.open({ source, maxEvents: 1e6 }, serving(signal));
  await expect(open({ path }, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  await expect(open({ path: join(folder, 'none') })).rejects.toMatchObject({ code: 'unreadable' });
  await expect(open({ bytes: new ArrayBuffer(0) })).rejects.toMatchObject({ code: 'unreadable' });
  await expect(calls.at({ ticks: 0 }, serving())).rejects.toThrow('not open');
});

test('a traced sample is explained, by its name and by the number of its span', async () => {
  const calls = recordingCalls();
  const bytes = encodeTracedRun({
    elapsed: 500,
    events: [
      [100, E.TaskStartExec, NET],
      [400, E.TaskStartExec, 1],
    ],
  });
  const info = (await calls.open(
    { source: { bytes: bytes.slice().buffer }, maxEvents: 1e6 },
    serving(),
  )) as TraceInfo;
  expect(info.operations).toMatchObject([{ name: 'heap/malloc', repeat: 0, samples: 1 }]);
  const name = { operation: 'heap/malloc', repeat: 0, index: 0 };
  const byName = await calls.sample(name, serving());
  expect(byName).toMatchObject({ sentence: '500 = 200 own + 300 task "net"', ...name });
  expect(await calls.sample({ number: 0 }, serving())).toEqual(byName);
  expect(await calls.sample({ ...name, index: 1 }, serving())).toBeUndefined();
  const lane = info.lanes.findIndex(({ kind }) => kind === 'sample');
  const row = (await calls.neighbour(
    { lane, from: 0, direction: 'forwards' },
    serving(),
  )) as EventRow;
  expect(row.text).toContain('net');
});

import { expect, test } from 'vitest';
import {
  onSecondCore,
  packetBytes,
  recordingBytes,
  encodeString,
  u32,
} from '../../systemview/encode';
import type { PacketSource } from '../../systemview/encode';
import { EventId as E } from '../../systemview/ids';
import { decodeTrace, decodePackets } from '../testing/decode';
import { NET, encodeTracedRun } from '../testing/traced-run';
import { traceFormats, traceRows } from '.';
import { makeTraceFiles, formatNamed, readBack } from './testing/slices';

const ids = traceFormats.map(({ id }) => id);
const HOSTILE = 'a"b\\\n\u0007,}]\u202e\ud800 /*"; é';

const task = (id: number, name: string): PacketSource => ({
  id: E.TaskInfo,
  payload: [...u32(id), 1, ...encodeString(name)],
});
const at = (delta: number, id: number, ...payload: number[]): PacketSource => ({
  id,
  delta,
  payload,
});

/** One tick of it is a microsecond. Nested interrupts, lost packets, a pause, and a task that runs on. */
const EDGES: readonly PacketSource[] = [
  task(1, 'net'),
  task(2, HOSTILE),
  { id: E.SysDesc, payload: encodeString('I#15=SysTick') },
  at(10, E.TaskStartExec, 1),
  at(10, E.IsrEnter, 15),
  at(1, E.IsrEnter, 20),
  at(2, E.IsrExit),
  at(1, E.IsrExit),
  at(6, E.MarkStart, 3),
  at(4, E.TaskStartExec, 2),
  at(4, E.MarkStop, 3),
  at(5, E.Overflow, 4),
  at(10, E.TaskStartExec, 1),
  { id: E.PrintFormatted, payload: [...encodeString('50% done'), 0, 0], delta: 2 },
  // Longer than 32 bits of nanoseconds, twice.
  at(5_000_000, E.IsrEnter, 15),
  at(9_000_000, E.IsrToScheduler),
  at(1, E.TaskStartExec, 2),
  at(7, E.Nop),
];

const makeRows = (recording: ReturnType<typeof decodeTrace>) =>
  traceRows(recording, (event) => `event ${event}`);
const listSlices = (id: string, recording: ReturnType<typeof decodeTrace>) =>
  readBack(id, makeTraceFiles(id, makeRows(recording))).map(
    ({ label, start, end }) => `${start} ${end} ${label}`,
  );

const shown = 'a"b\\␊␇,}]\ufffd\ufffd /*"; é';

test.each(ids)('%s: slices nest, end where events were lost, and at the end', (id) => {
  const slices = listSlices(id, decodePackets(EDGES));
  expect(slices).toEqual([
    '10000 34000 Core 0: CPU | net',
    '10000 34000 Core 0: net | net',
    '20000 24000 Core 0: CPU | SysTick',
    '21000 23000 Core 0: CPU | ISR #20',
    '30000 38000 Core 0: Marker 3 | Marker 3',
    `34000 38000 Core 0: CPU | ${shown}`,
    `34000 38000 Core 0: ${shown} | ${shown}`,
    '38000 43000 Core 0: CPU | not recorded',
    '53000 14000055000 Core 0: CPU | net',
    '53000 14000055000 Core 0: net | net',
    '55000 55000 Core 0: Messages . event 15',
    '5000055000 14000055000 Core 0: CPU | SysTick',
    '14000055000 14000056000 Core 0: CPU | Scheduler',
    `14000056000 14000063000 Core 0: CPU | ${shown}`,
    `14000056000 14000063000 Core 0: ${shown} | ${shown}`,
  ]);
});

test.each(ids)('%s: cores are apart, also where their events alternate', (id) => {
  const bytes = [
    ...recordingBytes([task(1, 'net'), at(5, E.TaskStartExec, 1)]),
    ...onSecondCore(packetBytes(at(5, E.Idle))),
    ...packetBytes(at(5, E.IsrEnter, 15)),
    ...onSecondCore(packetBytes(at(5, E.TaskStartExec, 1))),
    ...packetBytes(at(5, E.IsrExit)),
    ...onSecondCore(packetBytes(at(5, E.Nop))),
  ];
  const header = new TextEncoder().encode('; ESP_Extension\n');
  const slices = listSlices(id, decodeTrace(Uint8Array.from([...header, ...bytes])));
  expect(slices).toEqual([
    '5000 25000 Core 0: CPU | net',
    '5000 25000 Core 0: net | net',
    '10000 20000 Core 1: CPU | Idle',
    '15000 25000 Core 0: CPU | ISR #15',
    '20000 30000 Core 1: CPU | net',
    '20000 30000 Core 1: net | net',
  ]);
});

test.each(ids)(
  '%s: operations, blocks and samples are slices, and a nanosecond is an instruction',
  (id) => {
    const recording = decodeTrace(
      encodeTracedRun({
        elapsed: 500,
        events: [
          [100, E.TaskStartExec, NET],
          [400, E.TaskStartExec, 1],
        ],
      }),
    );
    const rows = makeRows(recording);
    expect(rows.unit).toBe('1 ns is 1 instruction');
    const slices = readBack(id, makeTraceFiles(id, rows));
    const lengths = slices.map(({ label, start, end }) => `${label} ${end - start}`);
    expect(lengths).toContain('Core 0: Samples | heap/malloc 500');
    expect(lengths).toContain('Core 0: net | net 300');
    expect(lengths.some((line) => line.startsWith('Core 0: Operations | heap/malloc '))).toBe(true);
    expect(lengths.some((line) => line.startsWith('Core 0: Blocks | block '))).toBe(true);
  },
);

test('an empty recording has a row for its core', () => {
  for (const id of ids) expect(listSlices(id, decodePackets([]))).toEqual([]);
});

/** Interrupts and tasks in turns, as in a busy system. */
const BUSY: readonly PacketSource[] = Array.from({ length: 500 }, () => [
  at(60, E.IsrEnter, 15),
  at(20, E.TaskStartReady, 1),
  at(20, E.IsrExit),
  at(900, E.TaskStartExec, 1),
  at(80, E.TaskStopReady, 1, 4),
  at(20, E.Idle),
]).flat();

test('Perfetto needs at most 16 bytes for each begin and end', () => {
  const rows = makeRows(decodePackets([task(1, 'net'), ...BUSY]));
  const files = makeTraceFiles('perfetto', rows);
  const events = 2 * readBack('perfetto', files).length;
  expect((files[0]?.bytes.length ?? Infinity) / events).toBeLessThan(16);
});

test('what was written opens again as the same activity', () => {
  for (const id of ['chrome', 'ctf']) {
    const [main, ...others] = makeTraceFiles(id, makeRows(decodePackets(EDGES)));
    const read = formatNamed(id).reader?.read({ main: main?.bytes ?? new Uint8Array(), others });
    expect(read?.problems).toEqual([]);
    const again = listSlices('chrome', decodeTrace(read?.recording ?? new Uint8Array()));
    // Its clock begins with the first slice, and a gap has no packets that were lost.
    const cpu = again.filter((line) => line.includes('CPU'));
    expect(cpu).toEqual([
      '0 24000 Core 0: CPU | net',
      '10000 14000 Core 0: CPU | SysTick',
      expect.stringMatching(/^11000 13000 Core 0: CPU \| ISR #20$/),
      expect.stringMatching(/^24000 28000 Core 0: CPU \| a"b/),
      '43000 14000045000 Core 0: CPU | net',
      '5000045000 14000045000 Core 0: CPU | SysTick',
      '14000045000 14000046000 Core 0: CPU | Scheduler',
      expect.stringMatching(/^14000046000 14000053000 Core 0: CPU \| a"b/),
    ]);
    const markers = again.filter((line) => line.includes('Marker'));
    expect(markers).toEqual(['20000 28000 Core 0: Marker 3 | Marker 3']);
  }
});

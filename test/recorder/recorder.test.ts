import { describe, expect, it, test, vi } from 'vitest';
import { EventId } from '../../extension/systemview/ids';
import { decodeLines, fromFirst, parseEventId } from './decoded';
import { record } from './record';

// Each test runs a compiler.
vi.setConfig({ testTimeout: 60_000 });

describe('every call of the recorder is decoded as it was made', () => {
  test.each<[string, Record<string, number>]>([
    ['with its defaults', {}],
    ['with strings of up to 300 bytes', { MAX_STRING_LEN: 300 }],
    ['with a clock of 16 bits', { TIMESTAMP_BITS: 16 }],
    ['with shrunk ids', { ID_SHIFT: 2 }],
    ['with packets on the stack', { USE_STATIC_BUFFER: 0 }],
  ])('%s', (_, settings) => {
    const { stream, log } = record('all', settings);
    const { lines, core } = decodeLines(stream);
    expect(lines).toEqual(log);
    expect(core.segments).toHaveLength(2);
    expect(core).toMatchObject({ lostPackets: 0, trailingBytes: 0, problems: [] });
    expect(core.init).toMatchObject({ idShift: settings['ID_SHIFT'] ?? 0, ramBase: 0x2000_0000 });
    expect(core.tasks.map(({ id, prio }) => [id, prio])).toEqual([
      [0x2000_1230, 3],
      [0x2000_0004, 200],
    ]);
  });
});

it('counts exactly what a ring of 1 KB loses that is read too rarely', () => {
  const { stream, log } = record('bursts', { RTT_BUFFER_SIZE: 1024 });
  const { lines, core } = decodeLines(stream);
  const stored = lines.filter((line) => parseEventId(line) !== EventId.Overflow);
  expect(core.overflowEvents).toBeGreaterThan(5);
  expect(core.lostPackets).toBe(log.length - stored.length);
  expect(core.problems).toEqual([]);
  // The packets that did arrive came in order and unchanged.
  const logged = new Set(log);
  expect(stored.filter((line) => !logged.has(line))).toEqual([]);
  expect(stored.at(-1)).toBe(log.at(-1));
});

it('reads a post-mortem dump that starts in the middle of a packet', () => {
  const { stream, log } = record('post-mortem', {
    POST_MORTEM_MODE: 1,
    RTT_BUFFER_SIZE: 4096,
  });
  const { lines, core } = decodeLines(stream);
  expect(stream).toHaveLength(4095);
  expect(core.problems).toHaveLength(1);
  expect(core.problems[0]).toMatch(
    /^\d+ bytes skipped at byte 0: the recording begins in the middle/,
  );
  expect(core.segments.length).toBeGreaterThan(1);
  expect(core.init).toMatchObject({ sysFreq: 1_000_000 });
  expect(core.trailingBytes).toBe(0);
  // The recorder repeats the system's description at intervals; the other packets are the script's last.
  const scripted = new Set<number>([EventId.IsrEnter, EventId.TaskStartExec, EventId.Idle, 40]);
  const decoded = lines.filter((line) => scripted.has(parseEventId(line)));
  expect(decoded.length).toBeGreaterThan(300);
  expect(fromFirst(decoded)).toEqual(fromFirst(log.slice(-decoded.length)));
});

test.each<[string, Record<string, number>]>([
  ['2 KiB', { RTT_BUFFER_SIZE: 2048 }],
  ['64 KiB', { RTT_BUFFER_SIZE: 65_536 }],
  ['2 KiB and packets on the stack', { RTT_BUFFER_SIZE: 2048, USE_STATIC_BUFFER: 0 }],
])('an interrupt at any place leaves the start intact, with a ring of %s', (_, settings) => {
  const { stream, log } = record('interrupted', settings);
  const { lines, core } = decodeLines(stream);
  const buffers = Number(log.at(-1)?.split('\t')[1]);
  const beginnings = buffers + 1;
  expect(buffers).toBeGreaterThan(20);
  expect(core).toMatchObject({ lostPackets: 0, trailingBytes: 0, problems: [] });
  expect(core.segments).toHaveLength(beginnings);
  const ids = lines.map(parseEventId);
  const count = (id: number) => ids.filter((each) => each === id).length;
  expect(count(EventId.TraceStart)).toBe(beginnings);
  // Nothing comes before the sync or into it: a recording begins there with TRACE_START and INIT.
  expect(count(EventId.Nop)).toBe(0);
  for (const [at, id] of ids.entries()) {
    const begins = at === 0 || ids[at - 1] === EventId.TraceStop;
    expect(id === EventId.TraceStart, `packet ${at}: ${id}`).toBe(begins);
    if (begins) expect(ids[at + 1]).toBe(EventId.Init);
  }
  // The tick is masked; events that no mask disables come late, or before the recording.
  expect(count(EventId.IsrEnter)).toBe(0);
  expect(count(600)).toBeGreaterThan(buffers / 2);
});

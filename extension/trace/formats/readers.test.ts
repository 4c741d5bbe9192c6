import { describe, expect, test } from 'vitest';
import { decodeTrace } from '../testing/decode';
import { formatNamed } from './testing/slices';
import {
  CHROME_EVENTS,
  ZEPHYR_METADATA,
  ZEPHYR_STREAM,
  zephyrEvent,
  zephyrThread,
} from './testing/foreign';

const encode = (text: string) => new TextEncoder().encode(text);
const readChrome = (value: unknown) => {
  const main = encode(typeof value === 'string' ? value : JSON.stringify(value));
  const read = formatNamed('chrome').reader?.read({ main, others: [] });
  if (!read) throw new Error('no reader');
  return read;
};
const readZephyr = (bytes: Uint8Array, metadata = ZEPHYR_METADATA) => {
  const others = [{ name: 'channel0_0', bytes }];
  const read = formatNamed('ctf').reader?.read({ main: encode(metadata), others });
  if (!read) throw new Error('no reader');
  return read;
};
const readLanes = (recording: Uint8Array | undefined) => {
  const { info } = decodeTrace(recording ?? new Uint8Array());
  return { info, lanes: info.lanes.map(({ kind, name, busy }) => `${kind} ${name} ${busy}`) };
};

describe("Zephyr's CTF", () => {
  test('shows threads, interrupts and idle time, and goes on when the clock wraps', () => {
    const { recording, problems } = readZephyr(ZEPHYR_STREAM);
    expect(problems).toEqual([]);
    const { info, lanes } = readLanes(recording);
    expect(info.extent).toEqual({ start: 0, stop: 4000 });
    expect(lanes).toEqual([
      'interrupt ISR #0 300',
      'task sensor 1200',
      'task main 400',
      'scheduler Scheduler 100',
      'idle Idle 2000',
    ]);
  });

  test('lists other events with their fields', () => {
    const { recording } = readZephyr(ZEPHYR_STREAM);
    const line = 'semaphore_take_exit id=%x timeout=%u ret=%d';
    expect(new TextDecoder().decode(recording)).toContain(line);
  });

  test('skips what follows a damaged event, and reports where it is', () => {
    const damaged = Uint8Array.from([
      ...zephyrEvent(100, 0x11, ...zephyrThread(1, 'main')),
      ...zephyrEvent(200, 0x77),
      ...zephyrEvent(300, 0x1e),
    ]);
    const { recording, problems } = readZephyr(damaged);
    expect(problems).toEqual([
      'At byte 29 is an event 119, which the metadata does not declare; what follows was skipped.',
    ]);
    expect(readLanes(recording).lanes).toEqual(['task main 0']);
    expect(readZephyr(ZEPHYR_STREAM.subarray(0, -3)).problems).toEqual([
      'The event at byte 129 is not whole; what follows was skipped.',
    ]);
  });

  test.each([
    ['/* CTF 1.8 */', 'Line 1 of the metadata: it declares no events.'],
    [
      '/* CTF 1.8 */ event { name = a; fields := struct { int x; }; };',
      'the type int x is unknown',
    ],
    [
      '/* CTF 1.8 */\ntypealias integer { size = 3; } := t;',
      'Line 2 of the metadata: integers must',
    ],
    [`${'/* CTF 1.8 */ struct a { '.repeat(50)}`, 'nested too deeply'],
    ['/* CTF 1.8 */ event { name = "a', 'it ends too early'],
    ['/* CTF 1.8 */ struct a {}; struct b { struct a x[9][9]; };', 'a field has no bytes'],
    [`/* CTF 1.8 */ struct a { string x${'[0]'.repeat(9)}; };`, 'a field has no bytes'],
    [`/* CTF 1.8 */ struct a { string x${'[9]'.repeat(99_999)}; };`, 'nested too deeply'],
  ])('metadata %j is refused', (metadata, problem) => {
    const { recording, problems } = readZephyr(ZEPHYR_STREAM, metadata);
    expect(recording).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });
});

describe("Chrome's trace events", () => {
  test('slices of threads are markers, and instants are messages', () => {
    const { recording, problems } = readChrome({ traceEvents: CHROME_EVENTS });
    expect(problems).toEqual([
      '1 events are not shown: counters, flows, asynchronous slices and others.',
    ]);
    expect(readLanes(recording).lanes).toEqual([
      'marker main: work 100000',
      'marker thread io: read 40000',
      'marker main: inner 20000',
      // It was still open at the end.
      'marker thread io: write 20000',
      'print Messages 0',
    ]);
  });

  test('a list without its end is read as far as it goes', () => {
    const text = JSON.stringify(CHROME_EVENTS);
    const { recording, problems } = readChrome(text.slice(0, text.indexOf(',{"ph":"i"') + 5));
    expect(problems).toEqual(['The file ends too early: its last events may be missing.']);
    expect(readLanes(recording).lanes).toHaveLength(4);
  });

  test.each<[unknown, string]>([
    ['[{', 'The file is not JSON. The file has no list of trace events.'],
    [{ a: 1 }, 'The file has no list of trace events.'],
    [{ traceEvents: [5, { ph: 'X' }] }, '2 of 2 events are damaged, and were skipped.'],
  ])('%j has nothing to show', (value, problem) => {
    const { recording, problems } = readChrome(value);
    expect(recording).toBeUndefined();
    expect(problems.join(' ')).toBe(problem);
  });

  test('a wrong time does not make a gap of years', () => {
    const wrong = { ph: 'X', pid: 7, tid: 1, ts: 1e18, dur: 1, name: 'late' };
    const { recording, problems } = readChrome([...CHROME_EVENTS, wrong]);
    expect(problems).toContain(
      '1 slices and points are more than 19 hours from the others, and were skipped.',
    );
    expect(recording?.length).toBeLessThan(2000);
  });
});

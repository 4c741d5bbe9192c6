/** The first lines of Zephyr's metadata, and some of its events. */
export const ZEPHYR_METADATA = `/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = true; } := int8_t;
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 32; align = 8; signed = true; } := int32_t;
typealias integer { size = 8; align = 8; signed = false; encoding = ASCII; } := ctf_bounded_string_t;

struct event_header {
	uint32_t timestamp;
	uint8_t id;
};

trace { major = 1; minor = 8; byte_order = le; };
stream { event.header := struct event_header; };

event { name = thread_switched_out; id = 0x10; fields := struct { uint32_t thread_id; ctf_bounded_string_t name[20]; }; };
event { name = thread_switched_in; id = 0x11; fields := struct { uint32_t thread_id; ctf_bounded_string_t name[20]; }; };
event { name = thread_priority_set; id = 0x12; fields := struct { uint32_t thread_id; ctf_bounded_string_t name[20]; int8_t prio; }; };
event { name = isr_enter; id = 0x1B; };
event { name = isr_exit; id = 0x1C; };
event { name = idle; id = 0x1E; };
event { name = semaphore_take_exit; id = 0x26; fields := struct { uint32_t id; uint32_t timeout; int32_t ret; }; };
`;

const le32 = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
const name20 = (name: string) => [...Buffer.from(name.padEnd(20, '\0'))];

/** An event of Zephyr's: its time modulo 2^32, its number and its fields. */
export const zephyrEvent = (at: number, id: number, ...fields: number[]) => [
  ...le32(at % 2 ** 32),
  id,
  ...fields,
];

export const zephyrThread = (thread: number, name: string) => [...le32(thread), ...name20(name)];

/** A thread with a nested interrupt, a semaphore, and idle time, across a wrap of the clock. */
export const ZEPHYR_STREAM = Uint8Array.from([
  ...zephyrEvent(2 ** 32 - 1000, 0x11, ...zephyrThread(0x2000_0100, 'sensor')),
  ...zephyrEvent(2 ** 32 - 600, 0x1b),
  ...zephyrEvent(2 ** 32 - 500, 0x1b),
  ...zephyrEvent(2 ** 32 - 400, 0x1c),
  ...zephyrEvent(2 ** 32 - 300, 0x1c),
  ...zephyrEvent(2 ** 32 - 200, 0x26, ...le32(0x2000_0400), ...le32(100), ...le32(-11)),
  ...zephyrEvent(2 ** 32 + 500, 0x10, ...zephyrThread(0x2000_0100, 'sensor')),
  ...zephyrEvent(2 ** 32 + 600, 0x1e),
  ...zephyrEvent(2 ** 32 + 2600, 0x11, ...zephyrThread(0x2000_0200, 'main')),
  ...zephyrEvent(2 ** 32 + 3000, 0x1e),
]);

/** Trace events as browsers and other tools write them. */
export const CHROME_EVENTS = [
  { ph: 'M', pid: 7, tid: 1, name: 'thread_name', args: { name: 'main' } },
  { ph: 'X', pid: 7, tid: 1, ts: 1e9, dur: 100, name: 'work', cat: 'x' },
  { ph: 'X', pid: 7, tid: 1, ts: 1e9 + 10.5, dur: 20, name: 'inner' },
  { ph: 'B', pid: 7, tid: 'io', ts: 1e9 + 20, name: 'read' },
  { ph: 'E', pid: 7, tid: 'io', ts: 1e9 + 60 },
  { ph: 'B', pid: 7, tid: 'io', ts: 1e9 + 80, name: 'write' },
  { ph: 'i', pid: 7, tid: 1, ts: 1e9 + 50, name: 'frame', s: 't' },
  { ph: 'C', pid: 7, tid: 1, ts: 1e9 + 50, name: 'memory', args: { used: 5 } },
];

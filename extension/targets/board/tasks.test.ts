import { expect, test, vi } from 'vitest';
import { sampleMemory } from '../../rtt/testing';
import { EventId, packetBytes, SYNC, u32 } from '../../systemview';
import type { PcReader, WordBlock } from './server';
import { openTasks } from './tasks';

const BLOCK = 0x6000_0000;
const CYCCNT = 0xe000_1004;
const PCSR = 0xe000_101c;
const TASK = { name: 'pxCurrentTCB', address: 0x6000_3f00 };
const WRITE_OFFSET = 12;
const READ_OFFSET = 16;

/** A core with SEGGER's recorder, which starts and stops on command, and records a task each thousand cycles. */
function recordingCore({
  counts = true,
  size = 512,
  isRunning = false,
  name: recorder = 'SysView',
} = {}) {
  const makeChannel = (name: string, length: number) => ({ name, size: length });
  const up = [makeChannel('Terminal', 64), makeChannel(recorder, size)];
  const { memory, bytes, view, channels } = sampleMemory({
    up,
    down: [...up].map(({ name }) => makeChannel(name, 8)),
  });
  const [, stream, , commands] = channels;
  if (stream === undefined || commands === undefined) return expect.fail();
  const at = (address: number) => address - BLOCK;
  const offset = (descriptor: number, field: number) =>
    view.getUint32(at(descriptor) + field, true);
  let cycles = 5;
  let last = 0;
  let isOn = isRunning;
  const received: number[] = [];
  const record = (id: number, payload: readonly number[] = []) => {
    const packet = packetBytes({ id, payload, delta: cycles - last });
    write(id === EventId.TraceStart ? [...SYNC, ...packet] : packet);
  };
  const write = (packet: readonly number[]) => {
    const [to, from] = [WRITE_OFFSET, READ_OFFSET].map((field) => offset(stream.descriptor, field));
    if (to === undefined || from === undefined) return;
    const room = size - 1 - ((to - from + size) % size);
    if (room < packet.length) return;
    packet.forEach((byte, index) => (bytes[at(stream.buffer) + ((to + index) % size)] = byte));
    const next = (to + packet.length) % size;
    view.setUint32(at(stream.descriptor) + WRITE_OFFSET, next, true);
    last = cycles;
  };
  const obey = () => {
    const [to, from] = [WRITE_OFFSET, READ_OFFSET].map((field) =>
      offset(commands.descriptor, field),
    );
    if (to === undefined || from === undefined || to === from) return;
    const command = bytes[at(commands.buffer) + from] ?? 0;
    received.push(command);
    cycles += 7;
    view.setUint32(at(commands.descriptor) + READ_OFFSET, (from + 1) % 8, true);
    if (command === 2 && isOn) record(EventId.TraceStop);
    if (command === 1 && !isOn) record(EventId.TraceStart);
    isOn = command === 1;
  };
  const taskAt = (time: number) => (Math.floor(time / 1000) % 2 === 0 ? 0x100 : 0x200);
  const pass = () => {
    cycles += 90;
    if (cycles % 1000 >= 90) return;
    if (isOn) record(EventId.TaskStartExec, u32(taskAt(cycles)));
    obey();
  };
  const read = async (address: number) => {
    pass();
    if (address === CYCCNT) return counts ? cycles : 0;
    if (address === PCSR) return taskAt(cycles) + 4;
    if (address === TASK.address) return 0x7000_0000 + taskAt(cycles);
    return view.getUint32(at(address), true);
  };
  const reader: PcReader = {
    readWord: read,
    readWords: async (address, count) => {
      const words = await memory.read(address, 4 * count);
      return [...new Uint32Array(words.buffer, words.byteOffset, count)];
    },
    writeByte: async (address, value) => memory.write(address, Uint8Array.of(value)),
    writeWord: async (address, value) => view.setUint32(at(address), value, true),
    look: () => expect.fail(),
    sample: () => expect.fail(),
    halt: () => expect.fail(),
    lookInTurns: async (blocks: readonly WordBlock[], times: number) => {
      const turns = Array.from({ length: times }, () => blocks).flat();
      const words: number[] = [];
      for (const { first, last: end } of [...turns, ...blocks.slice(0, 1)]) {
        words.push(await read(first));
        if (end !== first) words.push(await read(end));
      }
      return words;
    },
    release: async () => undefined,
    close: async () => undefined,
  };
  return { reader, received, pass, buffers: { up: stream.buffer, down: commands.buffer } };
}

const options = {
  seconds: 1,
  signal: new AbortController().signal,
  log: { info: () => undefined, debug: () => undefined },
};

async function sampleTasks(
  core: ReturnType<typeof recordingCore>,
  batches = 40,
  buffers: Partial<typeof core.buffers> = {},
) {
  const recorder = { block: BLOCK, isLinked: true, ...buffers };
  const tasks =
    (await openTasks(core.reader, { ...options, task: TASK, recorder })) ?? expect.fail();
  const taken = [];
  for (let batch = 0; batch < batches; batch++) taken.push(...((await tasks.sample?.()) ?? []));
  const found = await tasks.finish(taken, 1000);
  for (let turn = 0; turn < 100; turn++) core.pass();
  return { batches: taken, ...found };
}

test('samples are joined with what the recorder shows, which runs for so long alone', async () => {
  const core = recordingCore();
  const found = await sampleTasks(core);
  expect(found).toMatchObject({ way: expect.stringContaining('joined with'), notes: [] });
  const tasks = new Set(found.batches.flatMap(({ byTask }) => [...(byTask?.keys() ?? [])]));
  expect([...tasks].sort()).toEqual([0x100, 0x200]);
  expect(core.received).toEqual([2, 1, 2]);
});

test('a recorder that ran before is left running', async () => {
  const core = recordingCore({ isRunning: true });
  expect((await sampleTasks(core)).way).toContain('joined with');
  expect(core.received).toEqual([2, 1]);
});

test('a ring that is small is read more often, so that nothing is lost', async () => {
  const found = await sampleTasks(recordingCore({ size: 300 }));
  expect(found).toMatchObject({ way: expect.stringContaining('joined with'), notes: [] });
});

test('a recorder whose channels have another name is found by its buffers', async () => {
  const core = recordingCore({ name: 'Events' });
  const found = await sampleTasks(core, 40, core.buffers);
  expect(found).toMatchObject({ way: expect.stringContaining('joined with'), notes: [] });
  expect(core.received).toEqual([2, 1, 2]);
});

test('a recorder that cannot be found is reported, with the channels that there are', async () => {
  const core = recordingCore({ name: 'Events' });
  const why = `no up channel is named "SysView": there are Terminal, Events.`;
  const found = await sampleTasks(core, 3);
  expect(found).toMatchObject({
    way: expect.stringContaining('pxCurrentTCB in turns'),
    notes: [expect.stringContaining(why)],
  });
  // Neither a kernel nor a recording shows tasks: the server samples in its own way.
  const recorder = { block: BLOCK, isLinked: true };
  const tasks = await openTasks(core.reader, { ...options, recorder });
  expect(tasks?.sample).toBeUndefined();
  expect(await tasks?.finish([], 1000)).toEqual({ notes: [expect.stringContaining(why)] });
  const unlinked = { ...options, recorder: { ...recorder, isLinked: false } };
  expect(await openTasks(core.reader, unlinked)).toBeUndefined();
});

test('without a counter that counts, the pointer of the kernel shows the task', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const core = recordingCore({ counts: false });
  const found = await sampleTasks(core, 3);
  clock.mockRestore();
  expect(found).toMatchObject({
    way: expect.stringContaining('pxCurrentTCB in turns'),
    notes: ["SystemView's recording was not used: the cycle counter (DWT_CYCCNT) does not count."],
  });
  expect(core.received).toEqual([]);
});

test('a slow probe is asked for fewer turns at a time, a fast one for more', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { reader } = recordingCore();
  const asked: number[] = [];
  let each = 1;
  const lookInTurns: PcReader['lookInTurns'] = async (blocks, times) => {
    asked.push(times);
    now += each * times;
    return reader.lookInTurns(blocks, times);
  };
  const tasks = await openTasks({ ...reader, lookInTurns }, { ...options, task: TASK });
  for (let batch = 0; batch < 6; batch++) await tasks?.sample?.();
  expect(asked).toEqual([8, 16, 32, 64, 128, 128]);
  each = 160;
  for (let batch = 0; batch < 8; batch++) await tasks?.sample?.();
  clock.mockRestore();
  expect(asked.slice(6)).toEqual([128, 64, 32, 16, 8, 4, 2, 2]);
});

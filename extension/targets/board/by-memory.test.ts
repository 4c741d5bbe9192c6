import { expect, test } from 'vitest';
import type { GdbClient } from '../../gdb/client';
import { UNKNOWN_SERVER } from '../../gdb/quirks';
import { answersWhileRunning, patientMemory } from './by-memory';

/** A server that gives memory away while the core runs, at once or late, keeps the request, or refuses it. */
function serverThat(whileRunning: 'answers' | 'answers late' | 'keeps' | 'refuses') {
  const sent: string[] = [];
  let isRunning = true;
  const note =
    <T>(what: string, running: boolean, result: T) =>
    async () => {
      sent.push(what);
      isRunning = running;
      return result;
    };
  const gdb: Partial<GdbClient> = {
    quirks: UNKNOWN_SERVER,
    packetSize: 0x400,
    learned: {},
    get isRunning() {
      return isRunning;
    },
    probe: async (packet) => {
      sent.push(`probe ${packet}`);
      if (whileRunning === 'keeps' || whileRunning === 'answers late') isRunning = false;
      if (whileRunning === 'keeps') return undefined;
      return whileRunning === 'refuses' ? 'E01' : '00000000';
    },
    request: async (packet) => {
      sent.push(packet);
      return 'abcd';
    },
    interrupt: note('interrupt', false, 'T02'),
    resume: note('resume', true, undefined),
  };
  return { memory: patientMemory(gdb as GdbClient), gdb, sent, stop: () => (isRunning = false) };
}

test('a server that answers is probed once and used from then on', async () => {
  const { memory, sent } = serverThat('answers');
  expect([...(await memory.read(0x20000000, 2))]).toEqual([0xab, 0xcd]);
  await memory.read(0x20000010, 2);
  expect(sent).toEqual(['probe m20000000,4', 'm20000000,2', 'm20000010,2']);
});

test('after a late answer the core is resumed, and memory read while it runs', async () => {
  const { memory, gdb, sent } = serverThat('answers late');
  await memory.read(0x20000000, 2);
  expect(sent).toEqual(['probe m20000000,4', 'resume', 'm20000000,2']);
  expect(gdb.learned).toEqual({ answersWhileRunning: true });
});

test.each(['keeps', 'refuses'] as const)(
  'for a server that %s such requests the core is halted for each, and resumed',
  async (whileRunning) => {
    const { memory, gdb, sent } = serverThat(whileRunning);
    await Promise.all([memory.read(0x20000000, 2), memory.read(0x20000010, 2)]);
    const [, ...rest] = sent;
    const stopped = ['interrupt', 'm20000000,2', 'resume', 'interrupt', 'm20000010,2', 'resume'];
    // One that kept the request has stopped the core for it.
    expect(rest).toEqual(whileRunning === 'keeps' ? ['resume', ...stopped] : stopped);
    expect(gdb).toMatchObject({ isRunning: true, learned: { answersWhileRunning: false } });
  },
);

test('a halted core is neither probed nor stopped', async () => {
  const { memory, sent, stop } = serverThat('keeps');
  stop();
  await memory.read(0x20000000, 2);
  expect(sent).toEqual(['m20000000,2']);
});

test('a server that is known to answer is not probed: a busy computer might make it late', async () => {
  const { memory, gdb, sent } = serverThat('keeps');
  Object.assign(gdb, { quirks: { ...UNKNOWN_SERVER, whileRunning: 'answered' } });
  expect([...(await memory.read(0x20000000, 2))]).toEqual([0xab, 0xcd]);
  expect(sent).toEqual(['m20000000,2']);
});

test("a core that runs by a server's own command is not resumed once more", async () => {
  const { gdb, sent, stop } = serverThat('answers');
  stop();
  expect(await answersWhileRunning(gdb as GdbClient, 0x20000000)).toBe(true);
  expect(sent).toEqual(['probe m20000000,4']);
});

test('the core is resumed after a failed access', async () => {
  const { memory, gdb, sent } = serverThat('refuses');
  gdb.request = async () => 'E01';
  await expect(memory.read(0x20000000, 2)).rejects.toThrow();
  expect(sent.at(-1)).toBe('resume');
});

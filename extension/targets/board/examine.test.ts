import { describe, expect, test } from 'vitest';
import type { AgentChannels } from '../../rtt/find-agent';
import { examine, findCachedRings } from './examine';
import { boardWith } from './testing';

describe('examine', () => {
  const DHCSR = 0xe000edf0;
  const [HALTED, LOCKED_UP, RESET] = [1 << 17, 1 << 19, 1 << 25];
  const EVENT_LINES = { lockUp: /lockup/, reset: /reset detected/, silence: /Examination failed/ };

  interface Scene {
    readonly status?: number;
    readonly ring?: readonly number[];
    readonly lines?: readonly string[];
    readonly gone?: boolean;
    readonly isFound?: boolean;
    /** Every access to memory halts the core. */
    readonly halts?: boolean;
    readonly hasStoppedByItself?: boolean;
  }

  /** Examines a target with a given core status and given rings. */
  function examineScene(scene: Scene) {
    const { status = 0, ring = [16, 3, 3], lines = [], gone = false, isFound = true } = scene;
    const { halts = false, hasStoppedByItself = false } = scene;
    const read = async (address: number) => {
      if (gone) throw new Error('it did not read');
      const words = address === DHCSR ? [status] : ring;
      return new Uint8Array(Uint32Array.from(words).buffer);
    };
    const channel = { name: 'SysView', index: 1, descriptor: 0x100, buffer: 0, size: 16, flags: 0 };
    const channels: AgentChannels = { controlUp: channel, controlDown: channel, stream: channel };
    const output = {
      watch: () => undefined,
      turnPage: () => undefined,
      ended: Promise.resolve(),
      lines: () => lines,
    };
    const server = { title: 'The server', causes: [], eventLines: EVENT_LINES };
    const board = boardWith({ kind: 'external', host: 'localhost', port: 1 });
    const witness = { board, server, life: new AbortController().signal, output };
    const memory = { read, write: () => Promise.resolve() };
    const gdb = { learned: { answersWhileRunning: !halts }, hasStoppedByItself };
    return examine({ server, session: { memory, gdb }, witness, ...(isFound && { channels }) });
  }

  test.each<[string, Scene, RegExp]>([
    ['a lock-up that the core reports', { status: LOCKED_UP }, /^The core locked up/],
    ['one that the server ended', { status: HALTED, lines: ['lockup'] }, /^The core locked up/],
    ['a core that stands still', { status: HALTED }, /^The core stopped unexpectedly/],
    [
      'one that stops whenever it is resumed',
      { status: HALTED, halts: true, hasStoppedByItself: true },
      /^The core stopped unexpectedly/,
    ],
    ['a reset that the core reports', { status: RESET }, /was reset while its agent ran/],
    ['one before the agent was found', { status: RESET, isFound: false }, /was reset while its/],
    [
      'one that the server saw',
      { lines: ['external reset detected'] },
      /was reset while its agent/,
    ],
    ['a target that was not there for a while', { lines: ['Examination failed'] }, /for a while/],
    ['an offset that cannot be', { ring: [16, 99, 3] }, /write offset 99/],
    ['no answer at all', { gone: true }, /^The target no longer answers: it did not read$/],
  ])('%s', async (_, scene, message) => {
    const failure = await examineScene(scene);
    expect(failure).toMatchObject({ code: 'target-gone', hint: expect.any(String) });
    expect(failure?.message).toMatch(message);
  });

  test('has no remark without a reason', async () => {
    expect(await examineScene({})).toBeUndefined();
    expect(await examineScene({ isFound: false })).toBeUndefined();
    // It was halted to be read.
    expect(await examineScene({ status: HALTED, halts: true })).toBeUndefined();
  });
});

describe('cached rings', () => {
  const [CCR, ITCMCR, RING_AT] = [0xe000ed14, 0xe000ef90, 8];
  const ON = 1 << 16;
  /** A memory of 128 KiB that is there. */
  const TCM = (8 << 3) | 1;

  interface Scene {
    readonly caches?: number;
    readonly tcms?: readonly [itcm: number, dtcm: number];
    readonly written?: number;
    readonly at?: number;
  }

  /** Examines an agent with its channel at an address, on a core with such registers. */
  function examineCaches({ caches = ON, tcms = [0, 0], written = 0, at = 0x2020_0000 }: Scene) {
    const known = new Map<number, readonly number[]>([
      [CCR, [caches]],
      [ITCMCR, tcms],
      [at + RING_AT, [1024, written, 0]],
    ]);
    const read = async (address: number) => {
      const words = known.get(address);
      if (words === undefined) throw new Error(`nothing is at ${address}`);
      return new Uint8Array(Uint32Array.from(words).buffer);
    };
    const channel = {
      name: 'cyclescope',
      index: 1,
      descriptor: at,
      buffer: 0,
      size: 1024,
      flags: 0,
    };
    const channels: AgentChannels = { controlUp: channel, controlDown: channel, stream: channel };
    return findCachedRings({ read, write: () => Promise.resolve() }, channels);
  }

  test('a data cache in front of a silent agent is reported with advice', async () => {
    expect(await examineCaches({})).toMatchObject({
      code: 'agent-silent',
      message: expect.stringMatching(/data cache is on.*read at 0x20200000$/),
      hint: expect.stringMatching(/memory that is not cached/),
    });
  });

  test.each<[string, Scene]>([
    ['the cache is off, as on cores without one', { caches: 1 << 17 }],
    ['something that it wrote was seen', { written: 12 }],
    ['the channels lie in data memory beside the core', { tcms: [TCM, TCM], at: 0x2000_0410 }],
    ['they lie in instruction memory beside the core', { tcms: [TCM, TCM], at: 0x0001_0000 }],
  ])('has no remark if %s', async (_, scene) => {
    expect(await examineCaches(scene)).toBeUndefined();
  });

  test.each<[string, Scene]>([
    ['behind such a memory', { tcms: [TCM, TCM], at: 0x2002_0000 }],
    ['in one that is switched off', { tcms: [TCM, TCM - 1], at: 0x2000_0410 }],
  ])('channels %s may be cached', async (_, scene) => {
    expect(await examineCaches(scene)).toMatchObject({ code: 'agent-silent' });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Poller,
  pauseAfter,
  pollingCarrier,
  type PollingOptions,
  spinAfter,
  startPolling,
} from './polling';
import { SAMPLE_BLOCK, sampleAgent, slowMemory } from './testing';
import type { RttCarrier } from './traffic';

describe('polling', () => {
  const started: RttCarrier[] = [];
  afterEach(async () => {
    for (const carrier of started.splice(0)) await carrier.close();
  });

  describe.each([
    ['2 KiB', 2048],
    ['64 KiB', 65_536],
  ])('rings of %s', (_, size) => {
    test('carry both ways without a gap, across their ends and stalls', async () => {
      const { agent, carrier, received, accesses } = start(size);
      const total = 3 * size + 100;
      let put = 0;
      let echoed = '';
      for (let round = 0; put < total; round++) {
        const next = Array.from(
          { length: Math.min(700, total - put) },
          (_, index) => (put + index) % 251,
        );
        put += agent.putStream(next);
        agent.putControl(`${round}\n`);
        if (round % 5 === 0) void carrier.send(new TextEncoder().encode(`line ${round}\n`));
        if (round === 3) carrier.stall(15);
        await sleep(1);
        echoed += agent.takeDown();
      }
      await carrier.drain();
      await vi.waitUntil(() => (echoed += agent.takeDown()).split('\n').length > 2);
      expect(received.stream).toHaveLength(total);
      expect(received.stream.every((byte, index) => byte === index % 251)).toBe(true);
      expect(received.control.startsWith('0\n1\n2\n3\n')).toBe(true);
      expect(echoed.startsWith('line 0\nline 5\n')).toBe(true);
      expect(accesses.mostAtOnce).toBe(1);
    });
  });

  test('a poll that finds nothing is a single read', async () => {
    const { carrier, accesses } = start(64);
    await carrier.drain();
    const [reads, looks] = [accesses.reads, carrier.looks()];
    await carrier.drain();
    expect(accesses.reads - reads).toBe(carrier.looks() - looks);
    expect(carrier.looks() - looks).toBeGreaterThanOrEqual(1);
    expect(accesses.writes).toEqual([]);
  });

  test('a line longer than the ring is sent as the agent drains it', async () => {
    const { agent, carrier } = start(16);
    const sent = carrier.send(new TextEncoder().encode('a line of twenty-five bytes\n'));
    let text = '';
    await vi.waitUntil(() => (text += agent.takeDown()).endsWith('\n'));
    await sent;
    expect(text).toBe('a line of twenty-five bytes\n');
  });

  test('an offset is written as one word', async () => {
    const { agent, carrier, channels, accesses } = start(64);
    agent.putStream([1, 2, 3]);
    await carrier.send(Uint8Array.of(1));
    await carrier.drain();
    expect(accesses.writes).toEqual([
      [channels.controlDown.buffer, 1],
      [channels.controlDown.descriptor + 12, 4],
      [channels.stream.descriptor + 16, 4],
    ]);
  });

  test('in shared memory it is an aligned 64-bit word that preserves its neighbour', async () => {
    const { agent, carrier, channels, bytes, accesses } = start(64, { isShared: true });
    const { controlDown, stream } = channels;
    const before = bytes.slice();
    agent.putStream([1, 2, 3]);
    await carrier.send(Uint8Array.of(1));
    await carrier.drain();
    expect(accesses.writes).toEqual([
      [controlDown.buffer, 1],
      [controlDown.descriptor + 8, 8],
      [stream.descriptor + 16, 8],
    ]);
    for (const constant of [controlDown.descriptor + 8, stream.descriptor + 20]) {
      const at = constant - SAMPLE_BLOCK;
      expect(bytes.slice(at, at + 4)).toEqual(before.slice(at, at + 4));
    }
  });

  test('nothing is read while hushed, and pending data arrive afterwards', async () => {
    const { agent, carrier, received, accesses } = start(64);
    await carrier.drain();
    carrier.hush(60_000);
    // A poll may be under way.
    await sleep(10);
    const { reads } = accesses;
    agent.putStream([1]);
    await sleep(20);
    expect(accesses.reads).toBe(reads);
    carrier.hush(5);
    await vi.waitUntil(() => received.stream.length === 1);
  });

  test('a reader of the stream can hush it immediately', async () => {
    const { agent, carrier, accesses } = start(64, {}, () => carrier.hush(60_000));
    await carrier.drain();
    agent.putStream([1]);
    await vi.waitUntil(() => accesses.writes.length === 1);
    const { reads } = accesses;
    await sleep(20);
    expect(accesses.reads).toBe(reads);
  });

  test('a line ends the hush', async () => {
    const { agent, carrier } = start(64);
    carrier.hush(60_000);
    await carrier.send(new TextEncoder().encode('stop\n'));
    await vi.waitUntil(() => agent.takeDown() === 'stop\n');
  });

  describe('a block that became invalid', () => {
    describe.each([
      ['stream', 'channel "SysView" of 64 bytes'],
      ['controlUp', 'channel "cyclescope" of 64 bytes'],
      ['controlDown', 'channel "cyclescope" of 64 bytes'],
    ] as const)('in the ring %s', (name, channel) => {
      test.each([
        ['a size of 0', 8, 0, 'now has size 0, write offset 0'],
        ['a write offset beyond it', 12, 64, 'write offset 64, read offset 0'],
        ['a read offset beyond it', 16, 0xffffffff, 'read offset 4294967295'],
      ])('ends the carrier with what was read, after %s', async (_, field, value, message) => {
        const { carrier, channels, memory, received } = start(64);
        await carrier.drain();
        await memory.write(channels[name].descriptor + field, encodeWord(value));
        await vi.waitUntil(() => received.failure !== undefined);
        expect(received.failure).toMatchObject({ code: 'target-gone' });
        expect(received.failure?.message).toContain(channel);
        expect(received.failure?.message).toContain(message);
      });
    });

    test.each([
      ['controlUp', 'readOffset', 16, 'its read offset is 5, but 0 was written there'],
      ['controlDown', 'writeOffset', 12, 'its write offset is 5, but 0 was written there'],
    ] as const)(
      "in the ring %s is reported after another program's %s",
      async (name, _, field, message) => {
        const { carrier, channels, memory, received } = start(64);
        await carrier.drain();
        await memory.write(channels[name].descriptor + field, encodeWord(5));
        await vi.waitUntil(() => received.failure !== undefined);
        expect(received.failure?.message).toContain('RTT channel "cyclescope" changed');
        expect(received.failure?.message).toContain(message);
      },
    );

    test('is reported after a reset, even if its numbers are possible', async () => {
      const { agent, carrier, channels, memory, received } = start(64);
      agent.putStream([1, 2, 3]);
      await carrier.drain();
      await memory.write(channels.stream.descriptor + 12, new Uint8Array(8));
      await vi.waitUntil(() => received.failure !== undefined);
      expect(received.failure?.message).toContain('its read offset is 0, but 3 was written there');
    });

    test('rejects waiting readers', async () => {
      const { carrier, bytes } = start(16);
      await carrier.drain();
      carrier.stall(5);
      const line = carrier.send(new TextEncoder().encode('x\n'));
      bytes.fill(0, 24, 200);
      await expect(line).rejects.toThrow('destroyed its RTT control block');
    });
  });

  test('unreadable memory ends the carrier', async () => {
    const { slow, received, carrier } = start(64);
    await carrier.drain();
    vi.spyOn(slow, 'read').mockRejectedValue(new Error('E01'));
    await vi.waitUntil(() => received.failure?.message === 'E01');
  });

  test('halting stops the core around every poll, and resumes it after a failure', async () => {
    const steps: string[] = [];
    const halting = {
      halt: async () => void steps.push('halt'),
      resume: async () => void steps.push('resume'),
    };
    const { agent, carrier, received, bytes } = start(64, { halting });
    agent.putStream([1]);
    await carrier.drain();
    bytes.fill(0, 24, 200);
    await vi.waitUntil(() => received.failure !== undefined);
    expect(steps.length % 2).toBe(0);
    expect(steps.every((step, index) => step === (index % 2 === 0 ? 'halt' : 'resume'))).toBe(true);
  });

  function encodeWord(value: number): Uint8Array {
    const word = new Uint8Array(4);
    new DataView(word.buffer).setUint32(0, value, true);
    return word;
  }

  function start(size: number, options: PollingOptions = {}, onStream = () => {}) {
    const sample = sampleAgent(size);
    const { slow, accesses } = slowMemory(sample.memory);
    const carrier = pollingCarrier(slow, sample.channels, options);
    const received = {
      control: '',
      stream: [] as number[],
      failure: undefined as Error | undefined,
    };
    carrier.start({
      control: (bytes) => (received.control += new TextDecoder().decode(bytes)),
      stream: (bytes) => {
        for (const byte of bytes) received.stream.push(byte);
        onStream();
      },
      onFailure: (error) => (received.failure = error),
    });
    started.push(carrier);
    return { ...sample, slow, accesses, carrier, received };
  }
});

describe('poller', () => {
  const started: Poller[] = [];
  afterEach(async () => {
    for (const poller of started.splice(0)) await poller.stop();
  });

  test('the pause is a twentieth of the idle time, a quarter of a second at most', () => {
    expect([0, 10, 100, 1000, 60_000].map(pauseAfter)).toEqual([1, 1, 5, 50, 250]);
  });

  test('cheap polls rest briefly for a moment, then wait for a timer each', () => {
    expect([0, 1.9, 2, 60_000].map(spinAfter)).toEqual([0.1, 0.1, 0.5, 0.5]);
  });

  test('a second without data takes few polls', () => {
    let looks = 0;
    for (let idle = 0; idle < 1000; idle += pauseAfter(idle)) looks += 1;
    expect(looks).toBeLessThan(120);
  });

  test('does not pause while data arrive', async () => {
    let looks = 0;
    const paused: number[] = [];
    const poll = async () => ++looks < 200;
    const pause = () => {
      paused.push(looks);
      return 60_000;
    };
    started.push(startPolling(poll, () => undefined, pause));
    await vi.waitUntil(() => paused.length > 0);
    expect(paused).toEqual([200]);
  });

  test('polls never overlap, and next() is one that starts later', async () => {
    let atOnce = 0;
    let most = 0;
    let begun = 0;
    const poller = start(async () => {
      begun += 1;
      most = Math.max(most, ++atOnce);
      await sleep(2);
      atOnce -= 1;
      return false;
    });
    await vi.waitUntil(() => begun > 0);
    const before = begun;
    await Promise.all([poller.next(), poller.next()]);
    expect(begun).toBeGreaterThan(before);
    expect(most).toBe(1);
  });

  test('a stall holds even if a poll is requested', async () => {
    let looks = 0;
    const poller = start(async () => ++looks < 0);
    await poller.next();
    poller.stall(40);
    const stalled = performance.now();
    await poller.next();
    expect(performance.now() - stalled).toBeGreaterThanOrEqual(39);
  });

  test('a failed poll is the last one', async () => {
    let looks = 0;
    const failures: unknown[] = [];
    const poller = start(() => {
      looks += 1;
      return Promise.reject(new Error('gone'));
    }, failures);
    await vi.waitUntil(() => failures.length > 0);
    poller.wake();
    await sleep(10);
    expect([looks, failures]).toEqual([1, [new Error('gone')]]);
  });

  test('stop waits for the poll in progress and ends a hush', async () => {
    let isOver = false;
    const poller = start(async () => {
      await sleep(20);
      isOver = true;
      return false;
    });
    poller.hush(60_000);
    await poller.stop();
    const before = isOver;
    poller.wake();
    await sleep(30);
    expect(isOver).toBe(before);
  });

  function start(poll: () => Promise<boolean>, failures: unknown[] = []): Poller {
    const poller = startPolling(poll, (error) => failures.push(error), pauseAfter);
    started.push(poller);
    return poller;
  }
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sampleAgent } from './testing';
import { type Pump, startPump, startTraffic, type Traffic } from './traffic';

describe('traffic', () => {
  const started: Traffic[] = [];
  afterEach(() => started.splice(0).forEach((traffic) => traffic.fail(new Error('test over'))));

  describe('startTraffic', () => {
    test('a line longer than the ring arrives in pieces and in order', async () => {
      const { traffic, agent } = start();
      const sent = Promise.all([
        traffic.sendLine('a line of twenty-five'),
        traffic.sendLine('second'),
      ]);
      let text = '';
      await vi.waitUntil(() => (text += agent.takeDown()).endsWith('second\n'));
      await sent;
      expect(text).toBe('a line of twenty-five\nsecond\n');
    });

    test('lines and stream arrive on their own ways', async () => {
      const { traffic, agent } = start();
      const stream: number[] = [];
      traffic.onStream((bytes) => stream.push(...bytes));
      agent.putStream([1, 2, 3]);
      agent.putControl('ok\n');
      expect(await traffic.nextLine(500)).toBe('ok');
      await traffic.drain();
      expect(stream).toEqual([1, 2, 3]);
    });

    test('drain waits for what was written before it, across a stall', async () => {
      const { traffic, agent } = start();
      let count = 0;
      traffic.onStream((bytes) => (count += bytes.length));
      traffic.stall(40);
      agent.putStream([1, 2, 3, 4]);
      const before = performance.now();
      await traffic.drain();
      expect(count).toBe(4);
      expect(performance.now() - before).toBeGreaterThan(30);
    });

    test('the stream waits in its ring for a listener', async () => {
      const { traffic, agent } = start();
      traffic.rest();
      agent.putStream([7]);
      agent.putControl('ok\n');
      await traffic.nextLine(500);
      for (let turn = 0; turn < 4; turn++) await sleep(5);
      const stream: number[] = [];
      traffic.onStream((bytes) => stream.push(...bytes));
      await traffic.drain();
      expect(stream).toEqual([7]);
    });

    test('rest fetches what is there and then stops, wake goes on', async () => {
      const { traffic, agent } = start();
      agent.putControl('one\n');
      traffic.rest();
      expect(await traffic.nextLine(500)).toBe('one');
      // Several turns of the event loop: the pump expects more for a moment.
      for (let turn = 0; turn < 4; turn++) await sleep(5);
      agent.putControl('two\n');
      await expect(traffic.nextLine(20)).rejects.toMatchObject({ code: 'agent-silent' });
      traffic.wake();
      expect(await traffic.nextLine(500)).toBe('two');
    });

    test('a destroyed control block ends everything with a reason', async () => {
      const { traffic, bytes } = start();
      const line = traffic.nextLine(500);
      bytes.fill(0xff, 24, 96);
      await expect(line).rejects.toMatchObject({ code: 'target-gone' });
      await expect(traffic.sendLine('x')).rejects.toThrow('destroyed its RTT control block');
      await expect(traffic.drain()).rejects.toThrow('destroyed');
    });

    test('detach forgets what was on its way', async () => {
      const { traffic, agent, channels } = start();
      const line = traffic.sendLine('a line that does not fit into the ring');
      agent.putControl('old\n');
      await vi.waitUntil(() => agent.takeDown() !== '');
      traffic.detach();
      await expect(line).rejects.toThrow('started afresh');
      traffic.attach(channels);
      agent.putControl('new\n');
      expect(await traffic.nextLine(500)).toBe('new');
    });
  });

  function start() {
    const sample = sampleAgent(16);
    const traffic = startTraffic(sample.memory, sample.channels);
    started.push(traffic);
    return { traffic, ...sample };
  }
});

describe('pump', () => {
  const started: Pump[] = [];
  afterEach(() => {
    started.splice(0).forEach((pump) => pump.stop());
    vi.restoreAllMocks();
  });

  test('waits for nothing while there is work, and for a moment when there is none', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const hasWaited = () => timers.mock.calls.some(([, milliseconds]) => milliseconds === 1);
    let polls = 0;
    let waitedAtWork = false;
    start(() => {
      const hasWork = ++polls < 200;
      if (hasWork) waitedAtWork ||= hasWaited();
      return hasWork;
    });
    await vi.waitUntil(hasWaited);
    expect(waitedAtWork).toBe(false);
    expect(polls).toBeGreaterThanOrEqual(200);
  });

  test('rest ends polling once nothing is found, a nudge is one look, wake begins again', async () => {
    let polls = 0;
    const pump = start(() => ++polls < 5);
    pump.rest();
    await turns();
    const resting = polls;
    expect(resting).toBeGreaterThanOrEqual(5);
    await turns();
    expect(polls).toBe(resting);
    pump.nudge();
    await turns();
    const nudged = polls;
    expect(nudged).toBeGreaterThan(resting);
    await turns();
    expect(polls).toBe(nudged);
    pump.wake();
    await turns();
    expect(polls).toBeGreaterThan(nudged);
  });

  test('a stall is kept even when woken', async () => {
    const begun = performance.now();
    let first: number | undefined;
    const pump = start(() => {
      first ??= performance.now();
      return false;
    });
    pump.stall(40);
    pump.wake();
    await vi.waitUntil(() => first !== undefined);
    expect((first ?? 0) - begun).toBeGreaterThanOrEqual(40);
  });

  test('nothing is polled after stop, not even when woken', async () => {
    let polls = 0;
    const pump = start(() => ++polls > 0);
    pump.stop();
    pump.wake();
    await turns();
    expect(polls).toBe(0);
  });

  function start(poll: () => boolean): Pump {
    const pump = startPump(poll);
    started.push(pump);
    return pump;
  }

  /** Several turns of the event loop, longer together than a pump keeps expecting more. */
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) await sleep(5);
  }
});

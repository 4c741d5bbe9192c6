import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sampleAgent } from './testing';
import { startTraffic, type Traffic } from './traffic';

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

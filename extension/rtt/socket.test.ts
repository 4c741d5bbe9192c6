import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Ring } from './channel';
import { socketCarrier } from './socket';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('carries both channels on one connection each', async () => {
  const { carrier, control, stream, received } = await start();
  await carrier.send(bytes('hello\n'));
  const [line] = (await once(control, 'data')) as [Buffer];
  expect(line.toString()).toBe('hello\n');
  control.write('ok hello\n');
  stream.write(Uint8Array.of(1, 2, 3));
  await vi.waitUntil(() => received.stream.length === 3 && received.control === 'ok hello\n');
});

describe('drain', () => {
  test('waits for the ring and for bytes on their way', async () => {
    const { carrier, stream, ring, received } = await start();
    Object.assign(ring, { writeOffset: 60, readOffset: 20 });
    let isDrained = false;
    const drained = carrier.drain().then(() => (isDrained = true));
    stream.write(new Uint8Array(20));
    await vi.waitUntil(() => received.stream.length === 20);
    ring.readOffset = 60;
    await sleep(20);
    expect(isDrained).toBe(false);
    stream.write(new Uint8Array(40));
    await drained;
    expect(received.stream).toHaveLength(60);
  });

  test("counts across the ring's end, from where the ring was", async () => {
    const { carrier, stream, ring, received } = await start({ readOffset: 50, writeOffset: 50 });
    Object.assign(ring, { writeOffset: 50 + 30 - 64, readOffset: 50 + 30 - 64 });
    const drained = carrier.drain();
    stream.write(new Uint8Array(30));
    await drained;
    expect(received.stream).toHaveLength(30);
  });

  test('gives up if nothing arrives any more', async () => {
    const { carrier, ring } = await start({}, 40);
    ring.writeOffset = 12;
    await expect(carrier.drain()).rejects.toMatchObject({
      code: 'target-gone',
      message: expect.stringContaining('12 bytes wait in its ring'),
    });
  });

  test('fails if the memory cannot be read', async () => {
    const { carrier, refuse } = await start();
    refuse(new Error('E01'));
    await expect(carrier.drain()).rejects.toThrow('E01');
  });
});

test.each(['control', 'stream'] as const)(
  'a %s connection that closes is a failure',
  async (which) => {
    const started = await start();
    started[which].destroy();
    await vi.waitUntil(() => started.received.failure !== undefined);
    expect(started.received.failure).toMatchObject({
      code: 'target-gone',
      message: `The debug server closed the RTT connection of the ${which} channel`,
    });
  },
);

test('closing it ourselves is not', async () => {
  const { carrier, received, stream } = await start();
  await carrier.close();
  await once(stream, 'close');
  expect(received.failure).toBeUndefined();
});

test('a stall makes the server wait', async () => {
  const { carrier, stream, received } = await start();
  carrier.stall(60);
  const stalled = performance.now();
  stream.write(Uint8Array.of(1));
  await vi.waitUntil(() => received.stream.length === 1);
  expect(performance.now() - stalled).toBeGreaterThan(50);
});

test('it keeps polling while hushed, and reports it', async () => {
  const { carrier } = await start();
  carrier.hush(60_000);
  const looks = carrier.looks();
  await vi.waitUntil(() => carrier.looks() > looks + 5);
});

/** A carrier over two real connections, and the server's side of them. */
async function start(at: Partial<Ring> = {}, patienceMs = 5000) {
  const ring = { size: 64, writeOffset: 0, readOffset: 0, ...at };
  let refusal: Error | undefined;
  const [control, stream] = [await pair(), await pair()];
  const carrier = socketCarrier({
    control: control.client,
    stream: stream.client,
    ring: () => (refusal ? Promise.reject(refusal) : Promise.resolve({ ...ring })),
    patienceMs,
  });
  closing.push(carrier.close);
  const received = { control: '', stream: [] as number[], failure: undefined as Error | undefined };
  carrier.start({
    control: (part) => (received.control += new TextDecoder().decode(part)),
    stream: (part) => received.stream.push(...part),
    onFailure: (error) => (received.failure = error),
  });
  // The ring was read.
  await sleep(0);
  const refuse = (error: Error) => (refusal = error);
  return { carrier, control: control.server, stream: stream.server, ring, received, refuse };
}

async function pair(): Promise<{ client: Socket; server: Socket }> {
  const listening = createServer();
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const client = connect(port, '127.0.0.1');
  const [server] = (await once(listening, 'connection')) as [Socket];
  server.on('error', () => undefined);
  closing.push(() => new Promise((resolve) => listening.close(resolve)));
  closing.push(() => server.destroy());
  return { client, server };
}

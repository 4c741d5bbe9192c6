import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { LOOPBACK } from '../../host';
import type { SerialLine } from './exchange';
import { openNetworkPort } from './network';
import { type PortServer, startPortServer } from './testing';

let server: PortServer | undefined;
let line: SerialLine | undefined;
afterEach(async () => {
  vi.useRealTimers();
  line?.close();
  await server?.close();
  line = server = undefined;
});

const CONNECT_MS = 20_000;
const never = new AbortController().signal;

async function open(port: number, baud: number | undefined, signal = never): Promise<SerialLine> {
  const network = { host: LOOPBACK, port };
  line = await openNetworkPort({ kind: 'serial', path: `lab:${port}`, baud, network }, network, {
    signal,
    connectMs: CONNECT_MS,
  });
  return line;
}

type Serving = NonNullable<Parameters<typeof startPortServer>[0]>;

async function openAt(serving: Serving, rate = 115_200): Promise<SerialLine> {
  server = await startPortServer(serving);
  return open(server.port, serving.isRaw ? undefined : rate);
}

/** Resolves with the first bytes of a line, as many as there are to come. */
function readBytes(from: SerialLine, count: number): Promise<readonly number[]> {
  return new Promise((resolve, gone) => {
    const seen: number[] = [];
    from.start({
      bytes: (bytes) => {
        seen.push(...bytes);
        if (seen.length >= count) resolve(seen);
      },
      gone,
    });
  });
}

const everyByte = Uint8Array.from({ length: 512 }, (_, i) => i >> 1);

it('sets the port up before it is used', async () => {
  await openAt({}, 921_600);
  expect(server?.commands.filter((command) => command.startsWith('fffa'))).toEqual([
    'fffa2c01000e1000fff0',
    'fffa2c0208fff0',
    'fffa2c0301fff0',
    'fffa2c0401fff0',
    'fffa2c0501fff0',
  ]);
});

it.each([
  ['RFC 2217', false],
  ['bare TCP', true],
])('carries every byte both ways over %s', async (_, isRaw) => {
  const seen: number[] = [];
  let all: () => void = () => undefined;
  const complete = new Promise<void>((resolve) => (all = resolve));
  const opened = await openAt({
    isRaw,
    onData: (bytes) => {
      seen.push(...bytes);
      if (seen.length >= everyByte.length) all();
    },
  });
  const arrived = readBytes(opened, everyByte.length);
  opened.write(everyByte);
  await complete;
  server?.send(everyByte);
  expect(await arrived).toEqual([...everyByte]);
  expect(seen).toEqual([...everyByte]);
});

it('accepts a server that does not answer for flow control, and one that negotiates by itself', async () => {
  // It wants to echo, to suppress go-ahead and to know the terminal's size, and has a signature.
  const greeting = '0d0afffb01fffb03fffd03fffd1ffffb2cfffa2c6461fff0';
  await openAt({ greeting, answers: { fffa2c0501fff0: '' } });
  expect(server?.commands).toEqual(
    expect.arrayContaining(['fffe01', 'fffd03', 'fffb03', 'fffc1f', 'fffd2c']),
  );
});

it.each<[string, Serving, RegExp]>([
  ['without RFC 2217', { answers: { fffb2c: 'fffe2c' } }, /^lab:\d+ is a telnet server without/],
  ['that sends no binary data', { answers: { fffd00: 'fffc00' } }, /refuses to transmit binary/],
  ['that takes no binary data', { answers: { fffb00: 'fffe00' } }, /refuses to transmit binary/],
  [
    'that keeps its rate',
    { answers: { fffa2c010001c200fff0: 'fffa2c6500002580fff0' } },
    /could not be set to 115200 baud: it keeps 9600 baud$/,
  ],
  [
    'that keeps its data bits',
    { answers: { fffa2c0208fff0: 'fffa2c6607fff0' } },
    /could not be set to 8 data bits: it keeps 7 data bits$/,
  ],
  [
    'that keeps its parity',
    { answers: { fffa2c0301fff0: 'fffa2c6703fff0' } },
    /could not be set to no parity: it keeps even parity$/,
  ],
  [
    'that keeps its stop bits',
    { answers: { fffa2c0401fff0: 'fffa2c6802fff0' } },
    /could not be set to 1 stop bit: it keeps 2 stop bits$/,
  ],
  [
    'whose port is in use',
    { greeting: Buffer.from('Port already in use\r\n').toString('hex'), isFull: true },
    /closed the connection before its port was set up: Port already in use$/,
  ],
  [
    'that is full',
    { greeting: '00024110', isFull: true },
    /closed the connection before its port was set up$/,
  ],
])('rejects a server %s', async (_, serving, message) => {
  await expect(openAt(serving)).rejects.toMatchObject({
    code: 'start-failed',
    message: expect.stringMatching(message) as string,
  });
});

it('gives a server that does not answer its time, and no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server = await startPortServer({ isRaw: true, onData: () => vi.advanceTimersByTime(CONNECT_MS) });
  await expect(open(server.port, 115_200)).rejects.toMatchObject({
    message: `lab:${server.port} did not answer with RFC 2217 within 20 s`,
    hint: expect.stringContaining('?protocol=raw') as string,
  });
});

it('reports a port where nothing listens', async () => {
  const other = createServer().listen(0, LOOPBACK);
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await new Promise((resolve) => other.close(resolve));
  await expect(open(port, 115_200)).rejects.toMatchObject({
    message: `Nothing accepts connections at lab:${port}`,
  });
});

it('can be cancelled while it waits', async () => {
  const abort = new AbortController();
  server = await startPortServer({ isRaw: true, onData: () => abort.abort() });
  await expect(open(server.port, 115_200, abort.signal)).rejects.toThrow();
});

it.each([
  ['RFC 2217', false],
  ['bare TCP', true],
])('reports a connection over %s that ends, also to those who read later', async (_, isRaw) => {
  const opened = await openAt({ isRaw });
  const waitForEnd = () =>
    new Promise<Error>((resolve) => opened.start({ bytes: () => undefined, gone: resolve }));
  const first = waitForEnd();
  server?.hangUp();
  expect((await first).message).toMatch(/^The connection to lab:\d+ ended/);
  expect(await waitForEnd()).toMatchObject({ code: 'target-gone' });
  opened.write(everyByte);
});

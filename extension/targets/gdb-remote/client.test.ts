import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connectGdb, type GdbClient, type GdbOptions } from './client';
import { decodeFrames, encodePacket } from './codec';
import { readMemory, writeMemory } from './memory';
import { QEMU_STUB } from './quirks';
import { readRegisters, writeRegister } from './registers';

/** What the server does with a packet: bytes to send back, in order; nothing: silence. */
type Behaviour = (payload: string) => readonly (string | Uint8Array)[];

const hello: Behaviour = (payload) => (payload.startsWith('qSupported') ? ['PacketSize=40'] : []);
const hex = (text: string) => Buffer.from(text).toString('hex');

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

describe('connectGdb', () => {
  test('agrees on packet size and stays with acks where it must', async () => {
    const { client, received } = await open(hello);
    expect(client.packetSize).toBe(0x40);
    await vi.waitFor(() => expect(received.acks).toBe(1));
  });

  test('stops acks when the server can do without', async () => {
    const { client, received } = await open((payload) =>
      payload.startsWith('qSupported') ? ['QStartNoAckMode+'] : ['OK'],
    );
    expect(client.packetSize).toBe(QEMU_STUB.packetSize);
    for (const packet of ['Hg0', 'Hc0', 'g']) await client.request(packet);
    expect(received.acks).toBe(2);
  });

  test('a stop reply that comes unasked is no answer', async () => {
    const { client } = await open((payload) => [
      'T02thread:01;',
      ...(payload === 'm0,1' ? ['aa'] : hello(payload)),
    ]);
    expect(await client.request('m0,1')).toBe('aa');
  });

  test('a damaged reply is asked for again', async () => {
    const { client, received } = await open((payload) =>
      payload === 'g' ? [Buffer.from('$00#00'), 'ff'] : hello(payload),
    );
    expect(await client.request('g')).toBe('ff');
    await vi.waitFor(() => expect(received.naks).toBe(1));
  });

  test('a refused packet is sent again, but not for ever', async () => {
    const { client, received } = await open((payload) =>
      payload === 'g' ? [Buffer.from('-')] : hello(payload),
    );
    await expect(client.request('g')).rejects.toThrow('refused a packet 4 times');
    expect(received.packets.filter((packet) => packet === 'g')).toHaveLength(4);
  });

  test('interrupt waits for the stop reply', async () => {
    const { client } = await open(hello);
    await client.resume();
    expect(await client.interrupt()).toBe('T02');
  });
});

describe('monitor', () => {
  test.each([
    ['output packets', [`O${hex('one ')}`, `O${hex('two')}`, 'OK'], 'one two'],
    ['one plain reply', [hex('all at once')], 'all at once'],
    ['nothing', ['OK'], ''],
  ])('prints %s', async (_, replies, printed) => {
    const { client, received } = await open((p) => (p.startsWith('qRcmd') ? replies : hello(p)));
    expect(await client.monitor('info')).toBe(printed);
    expect(received.packets).toContain(`qRcmd,${hex('info')}`);
  });

  test('an error reply is an error', async () => {
    const { client } = await open((p) => (p.startsWith('qRcmd') ? ['E01'] : hello(p)));
    await expect(client.monitor('x')).rejects.toThrow('monitor x failed with E01');
  });
});

describe('failures', () => {
  test('silence ends at the deadline and makes the client unusable', async () => {
    const { client } = await open(hello, { timeoutMs: 30 });
    await expect(client.request('g')).rejects.toThrow('did not answer within 30 ms');
    await expect(client.request('g')).rejects.toThrow('did not answer within 30 ms');
  });

  test('an abort ends a waiting request', async () => {
    const abort = new AbortController();
    const { client } = await open(hello, { signal: abort.signal });
    const reply = client.request('g');
    abort.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
  });

  test('a closed connection ends a waiting request', async () => {
    const { client, disconnect } = await open(hello);
    const reply = client.request('g');
    disconnect();
    await expect(reply).rejects.toThrow('closed the debug connection');
  });
});

describe('memory and registers', () => {
  test('large writes and reads are cut to the packet size', async () => {
    const memory = new Uint8Array(256);
    const { client, received } = await open(memoryServer(memory));
    const bytes = Uint8Array.from({ length: 100 }, (_, index) => index);
    const progress: number[] = [];
    await writeMemory(client, 16, bytes, (count) => progress.push(count));
    expect(progress).toEqual([20, 40, 60, 80, 100]);
    expect(await readMemory(client, 16, 100)).toEqual(bytes);
    expect(
      Math.max(...received.packets.slice(1).map((packet) => packet.length)),
    ).toBeLessThanOrEqual(0x40);
  });

  test('says where a write was refused', async () => {
    const { client } = await open((p) => (p.startsWith('M') ? ['E14'] : hello(p)));
    await expect(writeMemory(client, 0x100, Uint8Array.of(1))).rejects.toThrow(
      'write to 0x100: E14',
    );
  });

  test('registers are little-endian words', async () => {
    const { client, received } = await open((p) =>
      p === 'g'
        ? ['0100000002000080']
        : p.startsWith('q') && !p.startsWith('qS')
          ? ['']
          : p.startsWith('P')
            ? ['OK']
            : hello(p),
    );
    expect(await readRegisters(client)).toEqual([1, 0x80000002]);
    await writeRegister(client, 15, 0x1234);
    expect(received.packets.at(-1)).toBe('Pf=34120000');
  });
});

function memoryServer(memory: Uint8Array): Behaviour {
  return (payload) => {
    const [, kind, address = '', length = '', data = ''] =
      /^([mM])(\w+),(\w+):?(\w*)$/.exec(payload) ?? [];
    const start = Number.parseInt(address, 16);
    if (kind === 'm') {
      return [
        Buffer.from(memory.subarray(start, start + Number.parseInt(length, 16))).toString('hex'),
      ];
    }
    if (kind !== 'M') return hello(payload);
    memory.set(Buffer.from(data, 'hex'), start);
    return ['OK'];
  };
}

async function open(
  behaviour: Behaviour,
  options: Partial<GdbOptions> = {},
): Promise<{ client: GdbClient; received: Received; disconnect: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-gdb-'));
  const received: Received = { packets: [], acks: 0, naks: 0 };
  let peer: Socket | undefined;
  const server: Server = createServer((socket) => {
    peer = socket;
    socket.on('data', (bytes: Uint8Array) => serve(socket, bytes, behaviour, received));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'gdb'), resolve));
  const socket = connect(join(folder, 'gdb'));
  opened.push(() => {
    socket.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const signal = new AbortController().signal;
  const client = await connectGdb(socket, { quirks: QEMU_STUB, signal, ...options });
  return { client, received, disconnect: () => peer?.destroy() };
}

interface Received {
  packets: string[];
  acks: number;
  naks: number;
}

function serve(socket: Socket, bytes: Uint8Array, behaviour: Behaviour, received: Received): void {
  if (bytes.includes(3)) socket.write(encodePacket('T02'));
  for (const frame of decodeFrames(bytes).frames) {
    if (frame.kind === 'ack') received.acks++;
    if (frame.kind === 'nak') received.naks++;
    if (frame.kind !== 'packet') continue;
    received.packets.push(frame.payload);
    const replies = behaviour(frame.payload);
    for (const reply of replies)
      socket.write(typeof reply === 'string' ? encodePacket(reply) : reply);
  }
}

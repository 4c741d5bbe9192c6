import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { connectGdb, type GdbClient, type GdbOptions } from './client';
import { decodeFrames, encodePacket } from './codec';
import { type ServerQuirks, UNKNOWN_SERVER } from './quirks';

const INTERRUPT = 3;

/** A server that answers while the core runs. */
export const ANSWERING: ServerQuirks = {
  ...UNKNOWN_SERVER,
  whileRunning: 'answered',
  packetSize: 0x1000,
};

/** A server that answers while the core runs once it is in non-stop mode. */
export const NON_STOP: ServerQuirks = {
  ...UNKNOWN_SERVER,
  name: 'a non-stop server',
  whileRunning: 'non-stop',
  checksums: false,
  readBytes: 0x2000,
};

/**
 * A scripted server's response to a packet: payloads or raw bytes to send; undefined: unsupported.
 */
export type Behaviour = (payload: string) => readonly (string | Uint8Array)[] | undefined;

/** The input that a scripted server has received. */
export interface Received {
  readonly packets: string[];
  acks: number;
  naks: number;
  interrupts: number;
}

/** A server that answers by a script. */
interface ScriptedServer {
  readonly port: number;
  readonly received: Received;
  /** Sends unsolicited bytes. */
  send(bytes: Uint8Array): void;
  disconnect(): void;
  close(): void;
}

/** A client that is connected to such a server. */
export interface Scripted extends ScriptedServer {
  readonly client: GdbClient;
}

/** Starts a scripted server, for one client only if wanted; the first behaviour that supports a packet answers. */
export async function startScripted(
  behaviours: readonly Behaviour[],
  { isForOne = false } = {},
): Promise<ScriptedServer> {
  const received: Received = { packets: [], acks: 0, naks: 0, interrupts: 0 };
  let peer: Socket | undefined;
  const server = createServer((socket) => {
    if (isForOne) server.close();
    peer = socket.setNoDelay(true);
    socket.on('error', () => undefined);
    serve(socket, received, behaviours);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    send: (bytes) => void peer?.write(bytes),
    disconnect: () => void peer?.destroy(),
    close: () => {
      peer?.destroy();
      server.close();
    },
  };
}

/** Connects a client to a scripted server. */
export async function openScripted(
  behaviours: readonly Behaviour[],
  options: Partial<GdbOptions> = {},
): Promise<Scripted> {
  const server = await startScripted(behaviours);
  const socket = connect(server.port, '127.0.0.1');
  const close = () => {
    socket.destroy();
    server.close();
  };
  try {
    const { signal } = new AbortController();
    const client = await connectGdb(socket, { quirks: UNKNOWN_SERVER, signal, ...options });
    return { ...server, client, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * A server's memory: `m` reads at most `limit` bytes, `M` and `X` write; all fail outside of it.
 */
export function memoryBehaviour(memory: Uint8Array, base = 0, limit = 0x10000): Behaviour {
  return (payload) => {
    const [, kind, address = '', length = '', data = ''] =
      /^([mMX])([0-9a-f]+),([0-9a-f]+):?([\s\S]*)$/.exec(payload) ?? [];
    if (kind === undefined) return undefined;
    const start = Number.parseInt(address, 16) - base;
    const count = Number.parseInt(length, 16);
    if (start < 0 || start + count > memory.length) return ['E0E'];
    if (kind === 'm') {
      const part = memory.subarray(start, start + Math.min(count, limit));
      return [Buffer.from(part).toString('hex')];
    }
    // Escapes have already been undone with the frame.
    memory.set(Buffer.from(data, kind === 'M' ? 'hex' : 'latin1'), start);
    return ['OK'];
  };
}

function serve(socket: Socket, received: Received, behaviours: readonly Behaviour[]): void {
  let rest: Uint8Array = new Uint8Array();
  const answer = (payload: string) => {
    received.packets.push(payload);
    for (const behaviour of behaviours) {
      const replies = behaviour(payload);
      if (replies !== undefined) return replies;
    }
    return [''];
  };
  socket.on('data', (chunk: Uint8Array) => {
    const decoded = decodeFrames(Buffer.concat([rest, chunk]));
    rest = decoded.rest;
    for (const frame of decoded.frames) {
      if (frame.kind === 'ack') received.acks++;
      if (frame.kind === 'nak') received.naks++;
      if (frame.kind === 'packet') for (const reply of answer(frame.payload)) send(socket, reply);
    }
    if (rest.length > 0 || chunk.at(-1) !== INTERRUPT) return;
    received.interrupts++;
    for (const reply of answer('\x03')) if (reply !== '') send(socket, reply);
  });
}

function send(socket: Socket, reply: string | Uint8Array): void {
  socket.write(typeof reply === 'string' ? encodePacket(reply) : reply);
}

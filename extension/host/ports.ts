import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** Ports that are free at this moment, all different. */
export async function choosePorts(): Promise<ServerPorts> {
  const held = await Promise.all(Array.from({ length: 4 }, hold));
  const [gdb = 0, command = 0, telnet = 0, rtt = 0] = held.map(({ port }) => port);
  await Promise.all(held.map(({ server }) => release(server)));
  return { gdb, command, telnet, rtt };
}

/** A port that is open for one program. */
export interface ExpectedCaller {
  readonly port: number;
  /** Its connection; rejects with the signal's reason. */
  readonly socket: Promise<Socket>;
}

/** Opens a port of this computer to the one program that is started with its number, until that has connected. */
export async function expectCaller(signal: AbortSignal): Promise<ExpectedCaller> {
  const { server, port } = await hold();
  const socket = once(server, 'connection', { signal })
    .then(([first]) => first as Socket)
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    })
    .finally(() => server.close());
  // Its failure is reported to whoever waits for it.
  socket.catch(() => undefined);
  return { port, socket };
}

/** Holds a port, so that the next request returns another one. */
function hold(): Promise<{ readonly server: Server; readonly port: number }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no TCP address'));
      else resolve({ server, port: address.port });
    });
  });
}

function release(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** The TCP ports of this computer that one server may use, all free a moment ago. */
export interface ServerPorts {
  readonly gdb: number;
  /** The server's own command port, if it has one. */
  readonly command: number;
  readonly telnet: number;
  /** Its RTT service, if it has one. */
  readonly rtt: number;
}

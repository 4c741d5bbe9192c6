import { createServer, type Server, type Socket } from 'node:net';

/** A serial port of an emulator that is about to be started: this process listens, it connects. */
export interface Port {
  /** Resolves when the emulator is gone and everything it wrote was delivered. */
  closed(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Listens no more, and drops the connection with what was not delivered yet. */
  destroy(): void;
}

/** Listens for one connection. An emulator that writes faster than this process reads has to wait. */
export async function openPort(path: string, onSocket: (socket: Socket) => void): Promise<Port> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // The emulator's end says what went wrong.
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await listen(server, path);
  return {
    closed: () => new Promise((resolve) => server.close(() => resolve())),
    pause: () => sockets.forEach((socket) => socket.pause()),
    resume: () => sockets.forEach((socket) => socket.resume()),
    destroy: () => {
      server.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}

import { createServer } from 'node:net';

/** @typedef {import('node:net').Socket} Socket */
/** @typedef {Awaited<ReturnType<typeof startListener>>} Listener */

const HOST = '127.0.0.1';

/**
 * Listens on a port of this computer; it can vanish with all its connections and reappear.
 * @param {number} port 0 for a free one
 * @param {(socket: Socket) => void} onConnection
 */
export async function startListener(port, onConnection) {
  /** @type {Set<Socket>} */
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  const listen = (/** @type {number} */ wanted) =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, HOST, () => resolve(undefined));
    });
  const vanish = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(port);
  const address = server.address();
  const own = address !== null && typeof address === 'object' ? address.port : port;
  return { port: own, vanish, appear: () => listen(own) };
}

/**
 * Serves what arrives on a connection, one piece after the other.
 * @param {Socket} socket
 * @param {(unread: Buffer) => Promise<number>} serve returns how many bytes it has consumed; 0: wait for more
 */
export function serveBytes(socket, serve) {
  let unread = Buffer.alloc(0);
  let isBusy = false;
  const pump = async () => {
    isBusy = true;
    for (let used = -1; used !== 0 && unread.length > 0;) {
      used = await serve(unread);
      unread = unread.subarray(used);
    }
    isBusy = false;
  };
  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    if (!isBusy) pump().catch(() => socket.destroy());
  });
}

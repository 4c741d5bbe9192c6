import { createServer } from 'node:net';

/**
 * Listens on loopback; rejects if the port is taken.
 * @param {number} port
 * @param {(socket: import('node:net').Socket) => void} accept
 * @returns {Promise<import('node:net').Server>}
 */
export function listen(port, accept) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.setNoDelay(true).on('error', () => socket.destroy());
      accept(socket);
    });
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

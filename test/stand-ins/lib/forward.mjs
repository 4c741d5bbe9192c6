import { connect } from 'node:net';
import { frame } from './packets.mjs';

/** A monitor command in hex digits. Clients never split a packet as short as that. */
const COMMAND = /\$qRcmd,([0-9a-f]+)#[0-9a-f]{2}/g;

/** OpenOCD's names for the commands of the replaced servers. */
const WORDS = new Map([
  ['reset', 'reset halt'],
  ['go', 'resume'],
]);

/**
 * Hands a GDB client on to an OpenOCD that has a core behind it, and translates the client's commands into
 * OpenOCD's.
 * @param {import('node:net').Socket} socket
 * @param {number} port
 * @param {() => void} ended
 */
export function forwardGdb(socket, port, ended) {
  const server = connect(port, '127.0.0.1');
  server.pipe(socket);
  socket
    .on('data', (bytes) =>
      server.write(Buffer.from(inItsWords(bytes.toString('latin1')), 'latin1')),
    )
    .on('close', () => {
      server.destroy();
      ended();
    });
  server.on('close', () => socket.destroy());
}

const inItsWords = (/** @type {string} */ text) =>
  text.replaceAll(COMMAND, (_, digits) => {
    const command = Buffer.from(digits, 'hex').toString();
    return frame(`qRcmd,${Buffer.from(WORDS.get(command) ?? command).toString('hex')}`).toString();
  });

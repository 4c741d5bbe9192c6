import { connect } from 'node:net';
import { frame } from './packets.mjs';

/** A monitor command in hex digits. Clients never split a packet as short as that. */
const COMMAND = /\$qRcmd,([0-9a-f]+)#[0-9a-f]{2}/g;

/**
 * The core's own registers that start or reset it, in a write of either kind. OpenOCD writes the core's other
 * registers only when it resumes it.
 */
const BY_REGISTER = [
  { write: /\$[MX]e000edf0,4:(?:01005fa0|\x01\x00_\xa0)#[0-9a-f]{2}/g, command: 'resume' },
  { write: /\$[MX]e000ed0c,4:(?:0400fa05|\x04\x00\xfa\x05)#[0-9a-f]{2}/g, command: 'reset halt' },
];

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
 * @param {() => void} onEnd
 */
export function forwardGdb(socket, port, onEnd) {
  const server = connect(port, '127.0.0.1');
  server.pipe(socket);
  socket
    .on('data', (bytes) =>
      server.write(Buffer.from(inItsWords(bytes.toString('latin1')), 'latin1')),
    )
    .on('close', () => {
      server.destroy();
      onEnd();
    });
  server.on('close', () => socket.destroy());
}

const inItsWords = (/** @type {string} */ text) => {
  const commanded = text.replaceAll(COMMAND, (_, digits) => {
    const command = Buffer.from(digits, 'hex').toString();
    return commandPacket(WORDS.get(command) ?? command);
  });
  return BY_REGISTER.reduce(
    (words, { write, command }) => words.replaceAll(write, () => commandPacket(command)),
    commanded,
  );
};

const commandPacket = (/** @type {string} */ command) =>
  frame(`qRcmd,${Buffer.from(command).toString('hex')}`).toString('latin1');

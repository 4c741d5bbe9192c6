import { createInterface } from 'node:readline';
import { createAnswers } from './answers.mjs';
import { hex } from './machine.mjs';

/** @typedef {1 | 2 | 4} Width */
/** @typedef {ReturnType<typeof connectQtest>} Qtest */

const SUFFIX = /** @type {const} */ ({ 1: 'b', 2: 'w', 4: 'l' });

/**
 * QEMU's test protocol: accesses on the processor's own bus while it runs, without stopping it.
 * @param {import('node:net').Socket} socket
 */
export function connectQtest(socket) {
  /** @type {import('./answers.mjs').Answers<string>} */
  const answers = createAnswers(socket, 'test protocol');
  createInterface({ input: socket })
    .on('line', answers.give)
    .on('error', () => undefined);
  const ask = async (/** @type {string} */ command) => {
    const answer = answers.next();
    socket.write(`${command}\n`);
    const [word, value = ''] = (await answer).split(' ');
    if (word !== 'OK') throw new Error(`QEMU refused ${command}`);
    return value;
  };
  return {
    /** @returns {Promise<Buffer>} */
    readBlock: async (/** @type {number} */ address, /** @type {number} */ length) =>
      Buffer.from(await ask(`b64read ${hex(address)} ${hex(length)}`), 'base64'),
    writeBlock: async (/** @type {number} */ address, /** @type {Uint8Array} */ bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      await ask(`b64write ${hex(address)} ${hex(bytes.length)} ${text}`);
    },
    read: async (/** @type {number} */ address, /** @type {Width} */ width) =>
      Number(await ask(`read${SUFFIX[width]} ${hex(address)}`)),
    write: async (
      /** @type {number} */ address,
      /** @type {Width} */ width,
      /** @type {number} */ value,
    ) => {
      await ask(`write${SUFFIX[width]} ${hex(address)} ${hex(value)}`);
    },
  };
}

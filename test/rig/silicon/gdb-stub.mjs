import { createAnswers } from './answers.mjs';

/** @typedef {Awaited<ReturnType<typeof connectGdbStub>>} GdbStub */

const INTERRUPT = '\x03';
/** The number under which QEMU's stub has the program status register. */
const STUB_XPSR = 25;
const REGISTER_XPSR = 16;

/**
 * QEMU's GDB stub, which stops, steps and starts the core and holds its breakpoints. Nothing may be
 * sent to it while the core runs except an interruption: any byte would stop it.
 * @param {import('node:net').Socket} socket
 */
export async function connectGdbStub(socket) {
  /** @type {import('./answers.mjs').Answers<string>} */
  const answers = createAnswers(socket, 'GDB stub');
  let unread = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    unread += chunk;
    for (;;) {
      const packet = /\$([^#]*)#../.exec(unread);
      if (packet === null) return;
      unread = unread.slice(packet.index + packet[0].length);
      socket.write('+');
      answers.give(packet[1] ?? '');
    }
  });
  const request = (/** @type {string} */ packet) => {
    const answer = answers.next();
    socket.write(`$${packet}#${checksum(packet)}`);
    return answer;
  };
  const demand = async (/** @type {string} */ packet) => {
    const answer = await request(packet);
    if (answer === '' || answer.startsWith('E')) throw new Error(`QEMU refused ${packet}`);
    return answer;
  };
  const number = (/** @type {number} */ register) =>
    (register === REGISTER_XPSR ? STUB_XPSR : register).toString(16);
  await demand('qSupported:xmlRegisters=arm');
  // Single registers are refused until their description has been read.
  await demand('qXfer:features:read:target.xml:0,ffb');
  return {
    /** r0 to r15, then xPSR. */
    readRegister: async (/** @type {number} */ register) =>
      Buffer.from(await demand(`p${number(register)}`), 'hex').readUInt32LE(),
    writeRegister: async (/** @type {number} */ register, /** @type {number} */ value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value >>> 0);
      await demand(`P${number(register)}=${bytes.toString('hex')}`);
    },
    setBreakpoint: async (/** @type {number} */ address) =>
      void (await demand(`Z0,${address.toString(16)},2`)),
    clearBreakpoint: async (/** @type {number} */ address) =>
      void (await demand(`z0,${address.toString(16)},2`)),
    /** Resolves when the core has stopped again. */
    run: () => request('c'),
    step: () => request('s'),
    interrupt: () => void socket.write(INTERRUPT),
  };
}

function checksum(/** @type {string} */ packet) {
  const sum = Buffer.from(packet, 'latin1').reduce((total, byte) => total + byte, 0);
  return (sum & 0xff).toString(16).padStart(2, '0');
}

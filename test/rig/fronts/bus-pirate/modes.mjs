/** The number of zeros in a row that enters the binary mode. */
const ZEROS = 20;
const ENTER = 0;
const ENTER_RAW_WIRE = 5;
const LEAVE = 0x0f;
const READ_BYTE = 6;
const READ_BIT = 7;
const BULK = 0x10;
const BULK_END = 0x20;
const DONE = 1;

/**
 * The Bus Pirate's binary protocol, as far as its raw wire mode needs it: a byte in, its answer out.
 * @param {import('./wire.mjs').Wire} wire
 */
export function createModes(wire) {
  /** @type {'terminal' | 'binary' | 'wire'} */
  let mode = 'terminal';
  let zeros = 0;
  let bulk = 0;

  const enter = (/** @type {typeof mode} */ next, /** @type {string} */ greeting) => {
    mode = next;
    return [...Buffer.from(greeting)];
  };
  /** @returns {number[] | Promise<number[]>} */
  const drive = (/** @type {number} */ byte, from = 0) => {
    for (let bit = from; bit < 8; bit++) {
      const served = wire.drive((byte >> bit) & 1);
      if (served !== undefined) return served.then(() => drive(byte, bit + 1));
    }
    return [DONE];
  };
  const sampleByte = () => {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) byte |= wire.sample() << bit;
    return byte;
  };
  const inTerminal = (/** @type {number} */ byte) => {
    zeros = byte === ENTER ? zeros + 1 : 0;
    if (zeros < ZEROS) return [];
    zeros = 0;
    return enter('binary', 'BBIO1');
  };
  const inBinary = (/** @type {number} */ byte) => {
    if (byte === ENTER) return enter('binary', 'BBIO1');
    if (byte === ENTER_RAW_WIRE) return enter('wire', 'RAW1');
    if (byte !== LEAVE) return [];
    mode = 'terminal';
    return [DONE];
  };
  const inWire = (/** @type {number} */ byte) => {
    if (bulk > 0) {
      bulk--;
      return drive(byte);
    }
    if (byte === ENTER) return enter('binary', 'BBIO1');
    if (byte === READ_BYTE) return [sampleByte()];
    if (byte === READ_BIT) return [wire.sample()];
    if (byte >= BULK && byte < BULK_END) bulk = byte - BULK + 1;
    return [DONE];
  };
  /** Answers at once if nothing beyond the wire is requested. */
  return (/** @type {number} */ byte) => {
    if (mode === 'terminal') return inTerminal(byte);
    return mode === 'binary' ? inBinary(byte) : inWire(byte);
  };
}

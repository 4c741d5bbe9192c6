import { DP } from '../../debug-port/debug-port.mjs';

/** @typedef {ReturnType<typeof createWire>} Wire */

/** The number of ones in a row that resets the line. */
const LINE_RESET_BITS = 50;
const HEADER_BITS = 8;
const DATA_BITS = 32;
/** Acknowledgements in wire order, the lowest bit first; a silent line is not driven but pulled up. */
const ACK = /** @type {const} */ ({
  ok: [1, 0, 0],
  wait: [0, 1, 0],
  fault: [0, 0, 1],
  silent: [1, 1, 1],
});

/** The parity of 32 bits. */
export function parity(/** @type {number} */ value) {
  let bits = value;
  for (const shift of [16, 8, 4, 2, 1]) bits ^= bits >>> shift;
  return bits & 1;
}

/**
 * Serial wire debug, bit by bit: takes what the host clocks out and holds what it will clock in.
 * @param {import('../front.mjs').FrontParts} parts
 */
export function createWire({ port, faults }) {
  /** Locked until a line reset; then headers, and the data of a write. @type {'locked' | 'header' | 'data'} */
  let phase = 'locked';
  let ones = 0;
  let bits = 0;
  let count = 0;
  /** @type {number[]} */
  let answer = [];
  /** The result of the last read of the access port: such reads are one behind. */
  let posted = 0;
  let write = { isAp: false, address: 0 };

  const expect = (/** @type {typeof phase} */ next) => {
    phase = next;
    bits = 0;
    count = 0;
  };
  const offer = (/** @type {number} */ value) => {
    const damage = faults.strikes('parity') ? 1 : 0;
    answer.push(...toBits(value), parity(value) ^ damage);
  };
  /** @returns {Promise<void> | undefined} */
  const serveRead = (/** @type {boolean} */ isAp, /** @type {number} */ address) => {
    if (!isAp) {
      offer(address === DP.readBuffer ? posted : port.readDp(address));
      return undefined;
    }
    offer(posted);
    return port.readAp(address).then(([value = 0]) => void (posted = value));
  };
  /** @returns {Promise<void> | undefined} */
  const serveHeader = () => {
    const header = bits;
    expect('header');
    if (!isHeader(header)) return void expect('locked');
    const isAp = ((header >> 1) & 1) === 1;
    const isRead = ((header >> 2) & 1) === 1;
    const address = ((header >> 3) & 3) << 2;
    const ack = port.acknowledge({ isAp, isRead, address });
    answer = [...ACK[ack]];
    ones = 0;
    if (ack !== 'ok') return undefined;
    if (isRead) return serveRead(isAp, address);
    write = { isAp, address };
    return void expect('data');
  };
  /** @returns {Promise<void> | undefined} */
  const serveData = (/** @type {number} */ parityBit) => {
    const value = bits >>> 0;
    expect('header');
    ones = 0;
    if (parity(value) !== parityBit) return void expect('locked');
    if (write.isAp) return port.writeAp(write.address, [value]);
    return void port.writeDp(write.address, value);
  };
  const isLineReset = (/** @type {number} */ bit) => {
    const before = ones;
    ones = bit ? ones + 1 : 0;
    return ones >= LINE_RESET_BITS || before >= LINE_RESET_BITS;
  };

  return {
    /** One clock in which the host drives the line. @returns {Promise<void> | undefined} */
    drive: (/** @type {number} */ bit) => {
      if (isLineReset(bit)) {
        port.lineReset();
        return void expect('header');
      }
      if (phase === 'locked') return undefined;
      if (phase === 'header') {
        // Idle until a start bit.
        if (count === 0 && bit === 0) return undefined;
        bits |= bit << count;
        return ++count === HEADER_BITS ? serveHeader() : undefined;
      }
      if (count === DATA_BITS) return serveData(bit);
      bits |= bit << count++;
      return undefined;
    },
    /** One clock in which the target drives the line. */
    sample: () => answer.shift() ?? 0,
  };
}

/** Start and park bit one, stop bit zero, and the parity of the bits between. */
const isHeader = (/** @type {number} */ header) =>
  (header & 1) === 1 && header >> 6 === 2 && parity(header & 0x1e) === ((header >> 5) & 1);

const toBits = (/** @type {number} */ value) =>
  Array.from({ length: DATA_BITS }, (_, index) => (value >>> index) & 1);

import { setTimeout as sleep } from 'node:timers/promises';
import { serveBytes, startListener } from '../listener.mjs';
import { createCommands, PRODUCT, VENDOR } from './commands.mjs';

const SERIAL = 'SWDRIG000000000000000001';
const CONNECTION = 1;
const OK = 1;
const NOT_OPENED = 0x1003;

/** Bytes of a request by its number, without data that follows. */
const LENGTHS = [2, 1, 8, 8, 8, 32, 4];
const REQUEST = { refresh: 0, count: 1, device: 2, open: 3, close: 4, command: 5, version: 6 };
/** The second version of the protocol has no limit of 1 KB a transfer. */
const SERVER_VERSION = [2, 2, 1, 0];

/**
 * ST's server that shares probes over TCP, with one ST-LINK attached: OpenOCD's `st-link backend tcp`.
 * @param {import('../front.mjs').FrontParts} parts
 * @param {number} port
 */
export function startStlinkFront({ probe, faults, driveReset }, port) {
  /** @type {import('node:net').Socket | undefined} */
  let owner;
  return startListener(port, (socket) => {
    const commands = createCommands(probe, driveReset);
    const isFree = () => owner === undefined || owner === socket;
    const release = () => {
      if (owner === socket) owner = undefined;
    };
    socket.once('close', release);

    const answer = async (/** @type {Buffer} */ request, /** @type {Buffer} */ data) => {
      const number = request[0];
      if (number === REQUEST.version) return words(...SERVER_VERSION);
      if (number === REQUEST.device) return describeDevice(isFree());
      if (number === REQUEST.open) {
        if (!isFree()) return words(NOT_OPENED, 0);
        owner = socket;
        return words(OK, CONNECTION);
      }
      if (number === REQUEST.close) release();
      if (number !== REQUEST.command) return words(OK);
      const size = request.readUInt32LE(28);
      const bytes = await commands.execute({ bytes: request.subarray(8, 24), data, size });
      return Buffer.concat([words(OK), bytes]);
    };
    serveBytes(socket, async (unread) => {
      const length = LENGTHS[unread[0] ?? 0];
      if (length === undefined) throw new Error(`no request has number ${unread[0]}`);
      if (unread.length < length) return 0;
      const isWrite = unread[0] === REQUEST.command && unread[24] === 0;
      const whole = isWrite ? length + unread.readUInt32LE(28) : length;
      if (unread.length < whole) return 0;
      const reply = await answer(unread.subarray(0, length), unread.subarray(length, whole));
      if (faults.delay() > 0) await sleep(faults.delay());
      socket.write(reply);
      return whole;
    });
  });
}

function describeDevice(/** @type {boolean} */ isFree) {
  const device = Buffer.alloc(45);
  device.writeUInt32LE(OK, 0);
  device.writeUInt32LE(1, 4);
  device.write(SERIAL, 8);
  device.writeUInt16LE(VENDOR, 40);
  device.writeUInt16LE(PRODUCT, 42);
  device[44] = isFree ? 0 : 1;
  return device;
}

function words(/** @type {readonly number[]} */ ...values) {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
  return bytes;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { serveBytes, startListener } from '../listener.mjs';
import { TransferError } from '../probe.mjs';
import { createRequests } from './requests.mjs';

const NEWLINE = 10;
const GENERAL_ERROR = 1;
const PROBE_ERROR = 3;
const STATUS = /** @type {const} */ ({ parity: 10, silent: 10, wait: 11, fault: 12 });

/**
 * pyOCD's server for a probe that is elsewhere, one line of JSON a request: `pyocd -u remote:HOST:PORT`.
 * @param {import('../front.mjs').FrontParts} parts
 * @param {number} port
 */
export function startPyocdFront(parts, port) {
  /** @type {import('node:net').Socket | undefined} */
  let owner;
  return startListener(port, (socket) => {
    const requests = createRequests(parts);
    const release = () => {
      if (owner === socket) owner = undefined;
    };
    socket.once('close', release);
    const answer = async (/** @type {string} */ name, /** @type {readonly unknown[]} */ args) => {
      if (name === 'close') return release();
      if (name === 'open') {
        if (owner !== undefined && owner !== socket) throw new ProbeError('the probe is in use');
        return void (owner = socket);
      }
      const act = requests[name];
      if (act === undefined) throw new Error(`no request is named ${name}`);
      return act(args);
    };
    serveBytes(socket, async (unread) => {
      const end = unread.indexOf(NEWLINE);
      if (end < 0) return 0;
      const { id, request, arguments: args = [] } = JSON.parse(unread.toString('utf8', 0, end));
      const reply = await answer(request, args).then(
        (result) => ({ id, status: 0, result }),
        (error) => ({ id, status: toStatus(error), error: error.message }),
      );
      if (parts.faults.delay() > 0) await sleep(parts.faults.delay());
      socket.write(`${JSON.stringify(reply)}\n`);
      return end + 1;
    });
  });
}

/** The probe itself cannot do it, whatever the target does. */
class ProbeError extends Error {}

function toStatus(/** @type {unknown} */ error) {
  if (error instanceof TransferError) return STATUS[error.kind];
  return error instanceof ProbeError ? PROBE_ERROR : GENERAL_ERROR;
}

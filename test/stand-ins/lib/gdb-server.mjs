import { dieAt } from './behaviour.mjs';
import { frame, packetReader, unescape } from './packets.mjs';

/**
 * @typedef {object} GdbServing
 * @property {import('./core.mjs').Core} core
 * @property {import('./behaviour.mjs').Behaviour} behaviour
 * @property {Readonly<Record<string, (core: import('./core.mjs').Core) => string>>} monitor Its own
 *   commands, which return their output.
 * @property {((packet: string) => string | undefined) | undefined} answers Its own answers to packets.
 * @property {() => void} onEnd The client is gone.
 */

const STOPPED = 'T05thread:1;';
const INTERRUPTED = 'T02thread:1;';
/** The first writes of a deployment. */
const WRITES_BEFORE_DEATH = 3;

/**
 * Serves the GDB remote protocol, all-stop, to one client.
 * @param {import('node:net').Socket} socket
 * @param {GdbServing} serving
 */
export function serveGdb(socket, { core, behaviour, monitor, answers, onEnd }) {
  let acks = true;
  let isContinuing = false;
  let writes = 0;
  /** @type {Buffer[]} */
  const held = [];
  const send = (/** @type {string} */ payload) => void socket.write(frame(payload));

  const stop = (/** @type {string} */ reply) => {
    core.halt();
    isContinuing = false;
    send(reply);
    for (const packet of held.splice(0)) handle(packet);
  };
  const go = () => {
    isContinuing = true;
    core.run();
  };
  const command = (/** @type {string} */ text) => {
    if (/^reset\b/.test(text)) dieAt(behaviour, 'reset');
    const act = monitor[text];
    if (act === undefined) return `O${hex('Unknown command\n')}`;
    return `O${hex(act(core))}`;
  };
  const handle = (/** @type {Buffer} */ packet) => {
    const text = packet.toString('latin1');
    if (isContinuing && /^[mMXqgGpPv]/.test(text)) {
      if (behaviour.whileRunning === 'queued') return void held.push(packet);
      if (behaviour.whileRunning === 'refused') return send('E01');
    }
    if (/^[MX]/.test(text) && ++writes === WRITES_BEFORE_DEATH) dieAt(behaviour, 'deploy');
    const own = answers?.(text);
    if (own !== undefined) {
      send(own);
    } else if (text === 'QStartNoAckMode') {
      send('OK');
      acks = false;
    } else if (text === 'c' || text === 'vCont;c') {
      go();
    } else if (text === 's' || text === 'vCont;s') {
      send(STOPPED);
    } else if (text.startsWith('qRcmd,')) {
      send(command(Buffer.from(text.slice(6), 'hex').toString()));
      send('OK');
    } else {
      send(reply(core, packet, text));
    }
  };
  dieAt(behaviour, 'connect');
  const read = packetReader(
    (packet) => {
      if (isContinuing && behaviour.whileRunning === 'lost') return;
      if (acks) socket.write('+');
      handle(packet);
    },
    () => isContinuing && stop(INTERRUPTED),
  );
  socket.on('data', read).on('close', onEnd);
}

/** @param {import('./core.mjs').Core} core @param {Buffer} packet @param {string} text */
function reply(core, packet, text) {
  const [, letter = '', at = '0', size = '0'] = /^([mMX])([0-9a-f]+),([0-9a-f]+)/.exec(text) ?? [];
  const [address, length] = [Number.parseInt(at, 16), Number.parseInt(size, 16)];
  const body = packet.subarray(packet.indexOf(':') + 1);
  switch (letter) {
    case 'm':
      return Buffer.from(core.read(address, length)).toString('hex');
    case 'M':
      core.write(address, Buffer.from(body.toString(), 'hex'));
      return 'OK';
    case 'X':
      core.write(address, unescape(body));
      return 'OK';
    default:
      return other(core, text);
  }
}

/** @param {import('./core.mjs').Core} core @param {string} text */
function other({ registers }, text) {
  if (text.startsWith('qSupported')) return 'PacketSize=800;QStartNoAckMode+';
  if (text === '?') return STOPPED;
  if (text === 'vCont?') return 'vCont;c;C;s;S';
  if (text === 'g') return Buffer.from(registers.buffer).toString('hex');
  if (text.startsWith('D')) return 'OK';
  const write = /^P([0-9a-f]+)=([0-9a-f]{8})/.exec(text);
  if (write === null) return '';
  registers[Number.parseInt(write[1] ?? '', 16)] = Buffer.from(
    write[2] ?? '',
    'hex',
  ).readUInt32LE();
  return 'OK';
}

/** @param {string} text */
function hex(text) {
  return Buffer.from(text).toString('hex');
}

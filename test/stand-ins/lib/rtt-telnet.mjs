import { locateDescriptor, put, take } from './rings.mjs';

const BANNER = [
  'SEGGER J-Link V0.00 - Real time terminal output',
  'Stand-in for a J-Link, SN=0',
  'Process: JLinkGDBServerCLExe',
  '',
].join('\r\n');
/** A configuration that comes later is data. */
const CONFIG_MS = 100;
const CONFIG = /^\$\$SEGGER_TELNET_ConfigStr=(.*?)\$\$/s;

/**
 * Serves one RTT channel to a connection, as J-Link's telnet-like service is documented.
 * @param {import('node:net').Socket} socket
 * @param {import('./core.mjs').Core} core
 */
export function serveRtt(socket, core) {
  let channel = 0;
  /** @type {number | undefined} */
  let block;
  let early = Buffer.alloc(0);
  let isOpen = false;
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    const config = CONFIG.exec(early.toString('latin1'));
    const words = (config?.[1] ?? '').split(';');
    for (const [index, word] of words.entries()) {
      if (word === 'RTTCh') channel = Number(words[index + 1]);
      if (word === 'SetRTTAddr') block = Number(words[index + 1]);
    }
    early = early.subarray(config?.[0].length ?? 0);
  };
  const poll = () => {
    if (!isOpen || block === undefined || !core.isRunning) return;
    early = early.subarray(put(core, locateDescriptor(core, block, 'down', channel), early));
    const bytes = take(core, locateDescriptor(core, block, 'up', channel));
    if (bytes.length > 0) socket.write(bytes);
  };
  socket.write(BANNER);
  socket.on('data', (bytes) => {
    early = Buffer.concat([early, bytes]);
    if (!isOpen && CONFIG.test(early.toString('latin1'))) open();
  });
  const late = setTimeout(open, CONFIG_MS);
  const timer = setInterval(poll, 1);
  socket.on('close', () => {
    clearTimeout(late);
    clearInterval(timer);
  });
}

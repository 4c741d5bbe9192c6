import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LOOPBACK, programRequirement } from '../../../../host';
import { type FoundAgent, readRing, socketCarrier } from '../../../../rtt';
import { answersWhileRunning, byHalting, byMemory, type OpenRtt } from '../../by-memory';
import { connectTcp } from '../../connect';
import { plainControl } from '../../core-state';
import { debugServer, type ServerSession } from '../../server';
import { configuration } from './configuration';
import { JLINK_CAUSES, JLINK_PROGRAM, jlinkCommand, type JLinkSetup } from './process';

/** A channel of the control block, and where that is. */
interface JLinkChannel {
  readonly port: number;
  readonly channel: number;
  readonly controlBlock: number;
}

const CONNECT_MS = 2000;
const BANNER_MS = 2000;
/** Its banner is three lines of text; the last one names the server's process. */
const BANNER = /^SEGGER [^]*?\nProcess: [^\n]*\n/;
const BANNER_LIMIT = 1024;

/**
 * Connects to the RTT service, which serves one channel a connection: channel 0, unless another one
 * is asked for within 100 ms.
 */
export async function connectChannel(
  { port, channel, controlBlock }: JLinkChannel,
  signal: AbortSignal,
): Promise<Duplex> {
  const socket = await connectTcp({ host: LOOPBACK, port }, { signal, timeoutMs: CONNECT_MS });
  try {
    const address = controlBlock.toString(16).padStart(8, '0');
    socket.write(`$$SEGGER_TELNET_ConfigStr=RTTCh;${channel};SetRTTAddr;0x${address}$$`);
    await skipBanner(socket, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Takes the banner off the front; what follows it stays in the socket. */
function skipBanner(socket: Socket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0);
    const over = (error?: Error) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      socket.off('readable', read).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const cancel = () => over(new Error('cancelled'));
    const onClose = () => over(new Error('the RTT service closed the connection'));
    const timer = setTimeout(() => over(new Error('the RTT service sent nothing')), BANNER_MS);
    const read = () => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      seen = Buffer.concat([seen, chunk]);
      const banner = BANNER.exec(seen.toString('latin1'));
      if (banner === null) {
        if (seen.length > BANNER_LIMIT) over(new Error('the RTT service sent no banner'));
        return;
      }
      over();
      const rest = seen.subarray(banner[0].length);
      if (rest.length > 0) socket.unshift(rest);
    };
    signal.addEventListener('abort', cancel, { once: true });
    socket.on('readable', read).on('close', onClose);
    read();
  });
}

/**
 * SEGGER's GDB server. Its RTT service cannot be kept off the target while the agent measures, so
 * the rings are read as memory if the server answers while the core runs.
 */
export const jlink = debugServer<JLinkSetup>({
  kind: 'jlink',
  title: 'J-Link GDB server',
  ...configuration,
  // From SEGGER's documentation.
  quirks: {
    name: 'the J-Link GDB server',
    binaryWrites: true,
    whileRunning: 'untried',
    checksums: true,
    packetSize: 0x400,
  },
  command: jlinkCommand,
  ready: /Waiting for GDB connection/,
  // The line comes before the port takes connections.
  settleMs: 500,
  causes: JLINK_CAUSES,
  requirements: async ({ program }) => [
    programRequirement(
      JLINK_PROGRAM,
      program,
      'Install the J-Link software from segger.com, or name its GDB server in the configuration',
    ),
  ],
  ...plainControl('J-Link'),
  openRtt: async (session, rings) => {
    if (await answersWhileRunning(session.gdb, rings.controlBlock)) return byMemory(session, rings);
    return (await byService(session, rings)) ?? byHalting(session, rings);
  },
});

/** Both rings by the RTT service, one connection each; undefined where it takes only one, or none. */
async function byService(session: ServerSession, rings: FoundAgent): Promise<OpenRtt | undefined> {
  const { controlBlock, channels } = rings;
  const port = session.ports.rtt;
  const open = (channel: number) => connectChannel({ port, channel, controlBlock }, session.signal);
  const control = await open(channels.controlUp.index).catch(() => undefined);
  if (control === undefined) return undefined;
  const stream = await open(channels.stream.index).catch(() => undefined);
  if (stream === undefined) {
    control.destroy();
    return undefined;
  }
  const ring = () => readRing(session.memory, channels.stream);
  return { carrier: socketCarrier({ control, stream, ring }), facility: 'server' };
}

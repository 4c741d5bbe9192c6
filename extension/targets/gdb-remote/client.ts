import type { Socket } from 'node:net';
import { encodePacket } from './codec';
import type { ServerQuirks } from './quirks';
import { openWire } from './wire';

export interface GdbOptions {
  readonly quirks: ServerQuirks;
  readonly signal: AbortSignal;
  /** The longest wait for any one reply. */
  readonly timeoutMs?: number;
}

/** A connection to a GDB server. After a missed deadline it is unusable. */
export interface GdbClient {
  readonly quirks: ServerQuirks;
  readonly packetSize: number;
  /** Sends one packet and gives its reply; an empty one means that the server does not know it. */
  request(packet: string): Promise<string>;
  /** Sends a monitor command and gives what it printed. */
  monitor(command: string): Promise<string>;
  /** Lets the core run; nothing else may be asked until it stopped. */
  resume(): Promise<void>;
  /** Stops the core and gives its stop reply. */
  interrupt(): Promise<string>;
  close(): void;
}

const INTERRUPT = Uint8Array.of(3);
const TIMEOUT_MS = 5000;
const STOP_REPLY = /^[TSWX][0-9a-f]{2}/;

const isStop = (payload: string) => STOP_REPLY.test(payload);
const isAnswer = (payload: string) => !isStop(payload);

/** Speaks to a GDB server over a connected socket. */
export async function connectGdb(socket: Socket, options: GdbOptions): Promise<GdbClient> {
  const { quirks } = options;
  const wire = openWire(socket, {
    server: quirks.name,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  });
  const request = (packet: string) => wire.exchange(encodePacket(packet), isAnswer);
  const features = parseFeatures(await request('qSupported:swbreak+;hwbreak+'));
  if (features.has('QStartNoAckMode+') && (await request('QStartNoAckMode')) === 'OK')
    wire.stopAcks();
  const packetSize = Number.parseInt(features.get('PacketSize') ?? '', 16);
  return {
    quirks,
    packetSize: packetSize > 0 ? packetSize : quirks.packetSize,
    request,
    monitor: async (command) => {
      let printed = '';
      const isLast = (payload: string) => {
        if (!payload.startsWith('O') || payload === 'OK') return isAnswer(payload);
        printed += textOf(payload.slice(1));
        return false;
      };
      const packet = `qRcmd,${Buffer.from(command).toString('hex')}`;
      const reply = await wire.exchange(encodePacket(packet), isLast);
      if (/^E[0-9a-f]{2}$/.test(reply)) throw new Error(`monitor ${command} failed with ${reply}`);
      return reply === 'OK' ? printed : printed + textOf(reply);
    },
    resume: async () => wire.send(encodePacket('vCont;c')),
    interrupt: () => wire.exchange(INTERRUPT, isStop),
    close: () => socket.destroy(),
  };
}

function parseFeatures(reply: string): Map<string, string> {
  return new Map(
    reply.split(';').map((feature) => {
      const equals = feature.indexOf('=');
      return equals < 0 ? [feature, ''] : [feature.slice(0, equals), feature.slice(equals + 1)];
    }),
  );
}

function textOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString();
}

import type { Socket } from 'node:net';
import { openDialogue, type Dialogue } from './dialogue';
import { createExecution } from './execution';
import type { ServerQuirks } from './quirks';
import type { RegisterLayout } from './register-layout';
import { explainReply, isError, textOf } from './replies';

export interface GdbOptions {
  readonly quirks: ServerQuirks;
  /** Ends the connection, and with it whatever is waited for. */
  readonly signal: AbortSignal;
  /** The longest wait for any one reply. */
  readonly timeoutMs?: number;
  /** The core stopped, whether it was asked to or not. */
  readonly onStop?: (reply: string) => void;
  /** Text that the server prints when nobody waits for it. */
  readonly onOutput?: (text: string) => void;
}

/** What was found out about a server on the way. */
export interface Learned {
  binaryWrites?: boolean;
  checksums?: boolean;
  registers?: RegisterLayout;
  answersWhileRunning?: boolean;
}

/**
 * A connection to a GDB server. Several callers may ask at the same time, each is answered in turn.
 * After a missed deadline it is unusable: nobody could tell a late answer from the next one.
 */
export interface GdbClient {
  readonly quirks: ServerQuirks;
  readonly packetSize: number;
  /** What the server said that it can do, such as `qXfer:memory-map:read+`. */
  readonly features: ReadonlyMap<string, string>;
  readonly learned: Learned;
  /** The core was let run over this connection and has not stopped since. */
  readonly isRunning: boolean;
  /** Sends one packet and gives its reply; an empty one means that the server does not know it. */
  request(packet: string, timeoutMs?: number): Promise<string>;
  /** As `request`, for a core that runs; undefined where the server answered only once it was stopped. */
  probe(packet: string, timeoutMs: number): Promise<string | undefined>;
  /** Sends a monitor command and gives what it printed. */
  monitor(command: string, timeoutMs?: number): Promise<string>;
  /** Has requests answered while the core runs, where the server must be told; false where it refuses. */
  useNonStop(): Promise<boolean>;
  /** Lets the core run; `onStop` and `waitForStop` tell its stop. */
  resume(): Promise<void>;
  /** Executes one instruction and gives the stop reply. */
  step(): Promise<string>;
  /** Stops the core and gives its stop reply. */
  interrupt(): Promise<string>;
  /** The stop reply; undefined where the core runs on beyond the deadline. */
  waitForStop(timeoutMs: number): Promise<string | undefined>;
  /** Tells the server that nobody debugs any more, and closes. Most servers let the core run then. */
  detach(): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 5000;

/** Speaks to a GDB server over a connected socket. */
export async function connectGdb(socket: Socket, options: GdbOptions): Promise<GdbClient> {
  const { quirks, signal, timeoutMs = TIMEOUT_MS, onStop, onOutput } = options;
  const execution = createExecution({ quirks, timeoutMs, dialogue: () => dialogue });
  const dialogue = openDialogue(socket, {
    ...{ server: quirks.name, signal },
    onStop: (reply) => {
      execution.stopped(reply);
      onStop?.(reply);
    },
    onStray: execution.stray,
    onOutput: onOutput ?? (() => undefined),
    onEnd: execution.fail,
  });
  const allow = () => {
    if (!execution.mayAsk) throw new Error(`${quirks.name} answers no request while the core runs`);
  };
  const request = async (packet: string, deadline = timeoutMs) => {
    allow();
    return dialogue.ask(packet, { timeoutMs: deadline, isStopAnswer: packet === '?' });
  };
  const features = parseFeatures(await request('qSupported:swbreak+;hwbreak+;xmlRegisters=arm'));
  if (features.has('QStartNoAckMode+') && (await request('QStartNoAckMode')) === 'OK')
    dialogue.stopAcks();
  const packetSize = Number.parseInt(features.get('PacketSize') ?? '', 16);
  return {
    ...{ quirks, features, learned: {}, request },
    packetSize: packetSize > 0 ? packetSize : quirks.packetSize,
    get isRunning() {
      return execution.isRunning;
    },
    monitor: async (command, deadline = timeoutMs) => {
      allow();
      return monitor(dialogue, command, deadline);
    },
    probe: (packet, deadline) => execution.probe(packet, deadline),
    useNonStop: execution.useNonStop,
    resume: execution.resume,
    step: execution.step,
    interrupt: execution.interrupt,
    waitForStop: execution.waitForStop,
    detach: async () => {
      if (execution.mayAsk) await request('D').catch(() => undefined);
      socket.destroy();
    },
    close: () => socket.destroy(),
  };
}

/** The printed text comes in packets of its own before `OK`, or all at once as the reply. */
async function monitor(dialogue: Dialogue, command: string, timeoutMs: number): Promise<string> {
  let printed = '';
  const onOutput = (text: string) => {
    printed += text;
  };
  const packet = `qRcmd,${Buffer.from(command).toString('hex')}`;
  const reply = await dialogue.ask(packet, { timeoutMs, onOutput });
  if (reply === 'OK') return printed;
  if (reply === '' || isError(reply))
    throw new Error(`monitor ${command} failed: ${printed.trim() || explainReply(reply)}`);
  return printed + textOf(reply);
}

function parseFeatures(reply: string): ReadonlyMap<string, string> {
  return new Map(
    reply.split(';').map((feature) => {
      const equals = feature.indexOf('=');
      return equals < 0 ? [feature, ''] : [feature.slice(0, equals), feature.slice(equals + 1)];
    }),
  );
}

import type { Socket } from 'node:net';
import { decodeHexText, explainReply, isError } from './codec';
import { type Dialogue, openDialogue } from './dialogue';
import { type CoreControl, createCoreControl } from './core-control';
import type { ServerQuirks } from './quirks';
import { LONGEST_ANSWER_MS } from '../base';

/*
 * A client of the GDB remote protocol, for any server:
 *
 *     const gdb = await connectGdb(socket, { quirks, signal });
 *     await gdb.monitor('reset halt');
 *     await gdb.resume();
 *     const stop = await gdb.waitForStop(1000); // undefined: it still runs
 *
 * - No reply in time, a closed socket, or an aborted `signal`: all pending requests are rejected, and the
 *   connection is unusable.
 * - An empty reply means that the server does not support the request; an `E` reply is returned as well,
 *   and `explainReply` puts it into words.
 * - A request while the core runs throws, unless the server answers then (`useNonStop`, `probe`).
 */

export interface GdbOptions {
  readonly quirks: ServerQuirks;
  /** Closes the connection and fails all pending requests. */
  readonly signal: AbortSignal;
  /** Timeout for a single reply. */
  readonly timeoutMs?: number;
  /** Called when the core has stopped, on request or not. */
  readonly onStop?: (reply: string) => void;
  /** Called with unsolicited text from the server. */
  readonly onOutput?: (text: string) => void;
}

/** Properties of a server, learned from its replies. */
interface Learned {
  binaryWrites?: boolean;
  checksums?: boolean;
  registers?: RegisterLayout;
  answersWhileRunning?: boolean;
}

/**
 * A connection to a GDB server. Several callers may send requests at once; they are answered in
 * turn. After a timeout it is unusable: a late answer could not be distinguished from the next one.
 */
export interface GdbClient {
  readonly quirks: ServerQuirks;
  readonly packetSize: number;
  /** Features reported by the server, such as `qXfer:memory-map:read+`. */
  readonly features: ReadonlyMap<string, string>;
  readonly learned: Learned;
  /** Neither side has closed it. */
  readonly isOpen: boolean;
  /** The core was resumed over this connection and has not stopped since. */
  readonly isRunning: boolean;
  /** The last stop was not requested over this connection. */
  readonly hasStoppedByItself: boolean;
  /**
   * Sends one packet and returns its reply; an empty one means that the server does not support it.
   */
  request(packet: string, timeoutMs?: number): Promise<string>;
  /**
   * Like `request`, for a running core; undefined if the server only answered once it was stopped. The core is
   * stopped if no answer came by the deadline.
   */
  probe(packet: string, timeoutMs: number): Promise<string | undefined>;
  /** Sends a monitor command and returns its output. */
  monitor(command: string, timeoutMs?: number): Promise<string>;
  /**
   * Enables requests while the core runs, on servers that need that; false if the server refuses.
   */
  useNonStop(): Promise<boolean>;
  /** Resumes the core; `onStop` and `waitForStop` report its stop. */
  resume(): Promise<void>;
  /** Executes one instruction and returns the stop reply. */
  step(): Promise<string>;
  /** Stops the core and returns its stop reply. */
  interrupt(): Promise<string>;
  /** Waits for the stop reply; undefined if the core is still running at the deadline. */
  waitForStop(timeoutMs: number): Promise<string | undefined>;
  /** Detaches from the server and closes. Most servers then resume the core. */
  detach(): Promise<void>;
  close(): void;
}

/** Connects to a GDB server over an open socket. */
export async function connectGdb(socket: Socket, options: GdbOptions): Promise<GdbClient> {
  const { quirks, signal, timeoutMs = LONGEST_ANSWER_MS, onStop, onOutput } = options;
  const control = createCoreControl({ quirks, timeoutMs, dialogue: () => dialogue });
  const dialogue = openDialogue(socket, {
    server: quirks.name,
    signal,
    onStop: (reply) => {
      control.noteStop(reply);
      onStop?.(reply);
    },
    onStray: control.stray,
    onOutput: onOutput ?? (() => undefined),
    onEnd: control.fail,
  });
  const allow = () => {
    if (!control.mayAsk) throw new Error(`${quirks.name} answers no request while the core runs`);
  };
  const request = async (packet: string, deadline = timeoutMs) => {
    allow();
    return dialogue.ask(packet, {
      timeoutMs: deadline,
      isStopAnswer: /^(?:\?|vAttach;)/.test(packet),
    });
  };
  const features = parseFeatures(await request('qSupported:swbreak+;hwbreak+;xmlRegisters=arm'));
  if (features.has('QStartNoAckMode+') && (await request('QStartNoAckMode')) === 'OK')
    dialogue.stopAcks();
  const learned: Learned = {};
  return {
    quirks,
    features,
    learned,
    request,
    packetSize: parsePacketSize(features) ?? quirks.packetSize,
    get isOpen() {
      return !socket.destroyed;
    },
    get isRunning() {
      return control.run.isRunning;
    },
    get hasStoppedByItself() {
      return control.run.hasStoppedByItself;
    },
    monitor: async (command, deadline = timeoutMs) => {
      allow();
      return monitor(dialogue, command, deadline);
    },
    probe: (packet, deadline) => control.probe(packet, deadline),
    useNonStop: control.useNonStop,
    resume: control.resume,
    step: control.step,
    interrupt: control.interrupt,
    waitForStop: control.waitForStop,
    detach: async () => {
      await askToLetGo(control, learned, request).catch(() => undefined);
      socket.destroy();
    },
    close: () => socket.destroy(),
  };
}

/** Asks a server to let the core go. One that answers only while the core is stopped never would while it runs. */
async function askToLetGo(
  control: CoreControl,
  learned: Learned,
  request: GdbClient['request'],
): Promise<void> {
  if (control.run.isRunning && learned.answersWhileRunning === false) await control.interrupt();
  if (control.mayAsk) await request('D');
}

/** Output arrives in separate packets before `OK`, or all at once as the reply. */
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
  return printed + decodeHexText(reply);
}

function parsePacketSize(features: ReadonlyMap<string, string>): number | undefined {
  const size = Number.parseInt(features.get('PacketSize') ?? '', 16);
  return size > 0 ? size : undefined;
}

function parseFeatures(reply: string): ReadonlyMap<string, string> {
  return new Map(
    reply.split(';').map((feature) => {
      const equals = feature.indexOf('=');
      return equals < 0 ? [feature, ''] : [feature.slice(0, equals), feature.slice(equals + 1)];
    }),
  );
}

/** A register's number and position in a server's replies. */
export interface RegisterSlot {
  readonly number: number;
  readonly bytes: number;
  /** Offset of its value in the reply to `g`. */
  readonly offset: number;
}

/** A core's registers by lower-case name. */
export type RegisterLayout = ReadonlyMap<string, RegisterSlot>;

/** Longer than any description; guards against a server that never ends one. */
const MAX_LENGTH = 1 << 20;
/** Letter and frame around a part, plus room for escapes. */
const OVERHEAD = 8;

/**
 * Reads a server's document, such as `features` with annex `target.xml`; undefined if it has none.
 */
export async function readObject(
  client: GdbClient,
  object: string,
  annex = '',
): Promise<string | undefined> {
  const size = Math.max(16, client.packetSize - OVERHEAD);
  let document = '';
  while (document.length < MAX_LENGTH) {
    const range = `${document.length.toString(16)},${size.toString(16)}`;
    const reply = await client.request(`qXfer:${object}:read:${annex}:${range}`);
    const part = reply.slice(1);
    if (reply.startsWith('l')) return decode(document + part);
    if (!reply.startsWith('m')) {
      if (document === '') return undefined;
      throw new Error(`${client.quirks.name} broke off ${object}: ${explainReply(reply)}`);
    }
    // An empty part would be requested forever.
    if (part === '') return decode(document);
    document += part;
  }
  throw new Error(`${client.quirks.name} does not report the end of ${object}`);
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

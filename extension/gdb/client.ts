import type { Socket } from 'node:net';
import { decodeHexText, encodePacket, explainReply, isError } from './codec';
import { type Dialogue, openDialogue } from './dialogue';
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
  /** The core was resumed over this connection and has not stopped since. */
  readonly isRunning: boolean;
  /**
   * Sends one packet and returns its reply; an empty one means that the server does not support it.
   */
  request(packet: string, timeoutMs?: number): Promise<string>;
  /**
   * Like `request`, for a running core; undefined if the server only answered once it was stopped.
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
  const execution = createExecution({ quirks, timeoutMs, dialogue: () => dialogue });
  const dialogue = openDialogue(socket, {
    server: quirks.name,
    signal,
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
    return dialogue.ask(packet, {
      timeoutMs: deadline,
      isStopAnswer: /^(?:\?|vAttach;)/.test(packet),
    });
  };
  const features = parseFeatures(await request('qSupported:swbreak+;hwbreak+;xmlRegisters=arm'));
  if (features.has('QStartNoAckMode+') && (await request('QStartNoAckMode')) === 'OK')
    dialogue.stopAcks();
  const packetSize = Number.parseInt(features.get('PacketSize') ?? '', 16);
  return {
    quirks,
    features,
    learned: {},
    request,
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

function parseFeatures(reply: string): ReadonlyMap<string, string> {
  return new Map(
    reply.split(';').map((feature) => {
      const equals = feature.indexOf('=');
      return equals < 0 ? [feature, ''] : [feature.slice(0, equals), feature.slice(equals + 1)];
    }),
  );
}

/** A register's number and position in a server's replies. */
export interface RegisterPlace {
  readonly number: number;
  readonly bytes: number;
  /** Offset of its value in the reply to `g`. */
  readonly offset: number;
}

/** A core's registers by lower-case name. */
export type RegisterLayout = ReadonlyMap<string, RegisterPlace>;

/** Run control of the core, in all-stop and non-stop mode. */
interface Execution {
  readonly isRunning: boolean;
  /** True if a request would be answered now. */
  readonly mayAsk: boolean;
  /**
   * Asks while the core runs; undefined if the core had to be stopped, and then it stays stopped.
   */
  probe(packet: string, timeoutMs: number): Promise<string | undefined>;
  useNonStop(): Promise<boolean>;
  resume(): Promise<void>;
  step(): Promise<string>;
  interrupt(): Promise<string>;
  waitForStop(timeoutMs: number): Promise<string | undefined>;
  /** Called when the core has reported a stop. */
  stopped(reply: string): void;
  /** Called for an unexpected answer. */
  stray(reply: string): void;
  fail(error: Error): void;
}

interface ExecutionOptions {
  readonly quirks: ServerQuirks;
  readonly timeoutMs: number;
  /** Returns the connection, which is created after this. */
  readonly dialogue: () => Dialogue;
}

const INTERRUPT = Uint8Array.of(3);

/** Creates the run control of one connection. */
function createExecution({ quirks, timeoutMs, dialogue }: ExecutionOptions): Execution {
  const run = createRunControl();
  let isNonStop = false;
  let prefix: string | undefined;
  const ask = (packet: string, isStopAnswer = false) =>
    dialogue().ask(packet, { timeoutMs, isStopAnswer });
  const refuse = (reply: string) =>
    run.refused(new Error(`${quirks.name} did not resume the core: ${explainReply(reply)}`));

  const go = async (action: 'c' | 's') => {
    if (run.isRunning) throw new Error('the core runs already');
    prefix ??= (await ask('vCont?')).startsWith('vCont') ? 'vCont;' : '';
    run.started();
    if (!isNonStop) return dialogue().send(encodePacket(prefix + action));
    const reply = await ask(`vCont;${action}`);
    if (reply !== 'OK') refuse(reply);
  };
  const nextStop = () =>
    run.waitForStop(timeoutMs).then((reply) => {
      if (reply !== undefined) return reply;
      const late = new Error(`${quirks.name} did not stop the core within ${timeoutMs} ms`);
      dialogue().fail(late);
      throw late;
    });
  return {
    get isRunning() {
      return run.isRunning;
    },
    get mayAsk() {
      if (!run.isRunning || isNonStop) return true;
      return quirks.whileRunning === 'answered' || quirks.whileRunning === 'untried';
    },
    probe: async (packet, deadline) => {
      const reply = await askOrInterrupt(dialogue(), packet, { deadline, timeoutMs });
      if (reply === undefined) await nextStop();
      return reply;
    },
    useNonStop: async () => {
      isNonStop ||= (await ask('QNonStop:1')) === 'OK';
      return isNonStop;
    },
    resume: () => go('c'),
    step: async () => {
      await go('s');
      return nextStop();
    },
    interrupt: async () => {
      if (run.isRunning) await dialogue().send(INTERRUPT);
      return nextStop();
    },
    waitForStop: run.waitForStop,
    stopped: (reply) => {
      run.stopped(reply);
      // The server withholds further stops until this one is acknowledged; the connection may end
      // meanwhile.
      if (isNonStop) void acknowledge(ask).catch(() => undefined);
    },
    stray: (reply) => {
      // Only the request that resumes the core is sent without waiting for an answer.
      if (run.isRunning && (reply === '' || isError(reply))) refuse(reply);
    },
    fail: run.fail,
  };
}

/**
 * Returns the answer, unless it only came after an interrupt; always awaits it, so no other request
 * takes it.
 */
async function askOrInterrupt(
  dialogue: Dialogue,
  packet: string,
  { deadline, timeoutMs }: { readonly deadline: number; readonly timeoutMs: number },
): Promise<string | undefined> {
  let isLate = false;
  const onLate = () => {
    isLate = true;
    dialogue.interject(INTERRUPT);
  };
  const reply = await dialogue.ask(packet, { timeoutMs: deadline, onLate, lateMs: timeoutMs });
  return isLate ? undefined : reply;
}

async function acknowledge(
  ask: (packet: string, isStopAnswer: boolean) => Promise<string>,
): Promise<void> {
  while ((await ask('vStopped', true)) !== 'OK');
}

/** Tracks whether this connection has resumed the core, and who is waiting for its stop. */
interface RunControl {
  readonly isRunning: boolean;
  started(): void;
  stopped(reply: string): void;
  /** Called if the core was not resumed after all. */
  refused(reason: Error): void;
  /** Fails all waits for a stop. */
  fail(error: Error): void;
  /**
   * Waits for the stop reply: immediate if the core is stopped, undefined if still running at the
   * deadline.
   */
  waitForStop(timeoutMs: number): Promise<string | undefined>;
}

type State = 'running' | Stopped;

interface Stopped {
  readonly reply: string | Error;
}

type Settle = (result: string | Error | undefined) => void;

/** Stop reply before the first continue, when none has been received. */
const INITIAL_STOP = 'S00';

/** Separates stops, which arrive at any time, from answers. */
function createRunControl(): RunControl {
  let state: State = { reply: INITIAL_STOP };
  let failure: Error | undefined;
  const waiting = new Set<Settle>();
  const settle = (reply: string | Error) => {
    state = { reply };
    for (const settle of [...waiting]) settle(reply);
  };
  return {
    get isRunning() {
      return state === 'running';
    },
    started: () => {
      state = 'running';
    },
    stopped: settle,
    refused: settle,
    fail: (error) => {
      failure ??= error;
      for (const settle of [...waiting]) settle(failure);
    },
    waitForStop: (timeoutMs) =>
      new Promise((resolve, reject) => {
        const settle: Settle = (result) => {
          clearTimeout(timer);
          waiting.delete(settle);
          if (result instanceof Error) reject(result);
          else resolve(result);
        };
        const timer = setTimeout(() => settle(undefined), timeoutMs);
        waiting.add(settle);
        if (failure !== undefined) settle(failure);
        else if (state !== 'running') settle(state.reply);
      }),
  };
}

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
    const place = `${document.length.toString(16)},${size.toString(16)}`;
    const reply = await client.request(`qXfer:${object}:read:${annex}:${place}`);
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

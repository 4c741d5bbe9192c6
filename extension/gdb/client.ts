import type { Socket } from 'node:net';
import { encodePacket } from './codec';
import { type Dialogue, openDialogue } from './dialogue';
import type { ServerQuirks } from './quirks';
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
interface Learned {
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
    return dialogue.ask(packet, { timeoutMs: deadline, isStopAnswer: packet === '?' });
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

/** One register as a server numbers and sends it. */
export interface RegisterPlace {
  readonly number: number;
  readonly bytes: number;
  /** Where its value lies in the reply to `g`. */
  readonly offset: number;
}

/** A core's registers by their names in small letters. */
export type RegisterLayout = ReadonlyMap<string, RegisterPlace>;

/** Running and stopping the core, in all-stop and in non-stop mode. */
interface Execution {
  readonly isRunning: boolean;
  /** Whether a request would be answered now. */
  readonly mayAsk: boolean;
  /** The answer while the core runs; undefined where it had to be stopped for it, and then it stands. */
  probe(packet: string, timeoutMs: number): Promise<string | undefined>;
  useNonStop(): Promise<boolean>;
  resume(): Promise<void>;
  step(): Promise<string>;
  interrupt(): Promise<string>;
  waitForStop(timeoutMs: number): Promise<string | undefined>;
  /** The core told its stop. */
  stopped(reply: string): void;
  /** An answer came that nobody waits for. */
  stray(reply: string): void;
  fail(error: Error): void;
}

interface ExecutionOptions {
  readonly quirks: ServerQuirks;
  readonly timeoutMs: number;
  /** The connection, which is made with this in hand. */
  readonly dialogue: () => Dialogue;
}

const INTERRUPT = Uint8Array.of(3);

/** Makes the run control of one connection. */
function createExecution({ quirks, timeoutMs, dialogue }: ExecutionOptions): Execution {
  const run = createRunControl();
  let isNonStop = false;
  let prefix: string | undefined;
  const ask = (packet: string, isStopAnswer = false) =>
    dialogue().ask(packet, { timeoutMs, isStopAnswer });
  const refuse = (reply: string) =>
    run.refused(new Error(`${quirks.name} did not let the core run: ${explainReply(reply)}`));

  const go = async (action: 'c' | 's') => {
    if (run.isRunning) throw new Error('the core runs already');
    prefix ??= (await ask('vCont?')).startsWith('vCont') ? 'vCont;' : '';
    run.started();
    if (!isNonStop) return dialogue().tell(encodePacket(prefix + action));
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
      const reply = await askOrInterrupt(dialogue(), packet, deadline);
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
      if (run.isRunning) await dialogue().tell(INTERRUPT);
      return nextStop();
    },
    waitForStop: run.waitForStop,
    stopped: (reply) => {
      run.stopped(reply);
      // The server holds further stops back until it hears that this one was seen; its connection may end meanwhile.
      if (isNonStop) void acknowledge(ask).catch(() => undefined);
    },
    stray: (reply) => {
      // Of all requests only the one that lets the core run is not waited for.
      if (run.isRunning && (reply === '' || isError(reply))) refuse(reply);
    },
    fail: run.fail,
  };
}

/** The answer, unless it came only behind an interrupt; it is waited for in any case, so that it is nobody else's. */
async function askOrInterrupt(
  dialogue: Dialogue,
  packet: string,
  timeoutMs: number,
): Promise<string | undefined> {
  let isLate = false;
  const onLate = () => {
    isLate = true;
    dialogue.interject(INTERRUPT);
  };
  const reply = await dialogue.ask(packet, { timeoutMs, onLate });
  return isLate ? undefined : reply;
}

async function acknowledge(
  ask: (packet: string, isStopAnswer: boolean) => Promise<string>,
): Promise<void> {
  while ((await ask('vStopped', true)) !== 'OK');
}

/** Whether the core runs, as far as this connection let it, and who waits for its stop. */
interface RunControl {
  readonly isRunning: boolean;
  started(): void;
  stopped(reply: string): void;
  /** The core was not let run after all. */
  refused(reason: Error): void;
  /** Nothing will stop any more. */
  fail(error: Error): void;
  /** The stop reply: at once where the core stands still, undefined where it runs on beyond the deadline. */
  waitForStop(timeoutMs: number): Promise<string | undefined>;
}

type State = 'running' | Stopped;

interface Stopped {
  readonly reply: string | Error;
}

type Settle = (result: string | Error | undefined) => void;

/** Before the first continue, nothing that stopped was told. */
const INITIAL_STOP = 'S00';

/** Keeps stops apart from answers: they come at any time. */
function createRunControl(): RunControl {
  let state: State = { reply: INITIAL_STOP };
  let failure: Error | undefined;
  const waiting = new Set<Settle>();
  const stand = (reply: string | Error) => {
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
    stopped: stand,
    refused: stand,
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

/** More than any description; a server that never comes to an end is not believed. */
const MAX_LENGTH = 1 << 20;
/** Letter and frame around a part, and room for its escapes. */
const OVERHEAD = 8;

/** A document that a server keeps, such as `features` with annex `target.xml`; undefined where it has none. */
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
    // A part without a byte would be asked for again for ever.
    if (part === '') return decode(document);
    document += part;
  }
  throw new Error(`${client.quirks.name} tells no end of ${object}`);
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

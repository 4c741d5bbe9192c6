import { encodePacket, explainReply, isError } from './codec';
import type { Dialogue } from './dialogue';
import type { ServerQuirks } from './quirks';

/** Run control of the core, in all-stop and non-stop mode. */
export interface CoreControl {
  readonly run: Pick<RunControl, 'isRunning' | 'hasStoppedByItself'>;
  /** True if a request would be answered now. */
  readonly mayAsk: boolean;
  /**
   * Asks while the core runs; undefined if the core had to be stopped for the answer. After a late answer it is
   * stopped as well.
   */
  probe(packet: string, timeoutMs: number): Promise<string | undefined>;
  useNonStop(): Promise<boolean>;
  resume(): Promise<void>;
  step(): Promise<string>;
  interrupt(): Promise<string>;
  waitForStop(timeoutMs: number): Promise<string | undefined>;
  /** Called when the core has reported a stop. */
  noteStop(reply: string): void;
  /** Called for an unexpected answer. */
  stray(reply: string): void;
  fail(error: Error): void;
}

interface ControlOptions {
  readonly quirks: ServerQuirks;
  readonly timeoutMs: number;
  /** Returns the connection, which is created after this. */
  readonly dialogue: () => Dialogue;
}

const INTERRUPT = Uint8Array.of(3);

/** Creates the run control of one connection. */
export function createCoreControl({ quirks, timeoutMs, dialogue }: ControlOptions): CoreControl {
  const run = createRunControl();
  let isNonStop = false;
  let prefix: string | undefined;
  const ask = (packet: string, isStopAnswer = false) =>
    dialogue().ask(packet, { timeoutMs, isStopAnswer });
  const refuse = (reply: string) =>
    run.noteRefusal(new Error(`${quirks.name} did not resume the core: ${explainReply(reply)}`));

  const go = async (action: 'c' | 's') => {
    if (run.isRunning) throw new Error('the core runs already');
    prefix ??= (await ask('vCont?')).startsWith('vCont') ? 'vCont;' : '';
    run.noteStart();
    if (action === 's') run.requestStop();
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
    run,
    get mayAsk() {
      if (!run.isRunning || isNonStop) return true;
      return quirks.whileRunning === 'answered' || quirks.whileRunning === 'untried';
    },
    probe: async (packet, deadline) => {
      const answer = await askOrInterrupt(dialogue(), run, packet, { deadline, timeoutMs });
      if (answer.isLate) await nextStop();
      return answer.isLate && !answer.cameBeforeStop ? undefined : answer.reply;
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
      run.requestStop();
      if (run.isRunning) await dialogue().send(INTERRUPT);
      return nextStop();
    },
    waitForStop: run.waitForStop,
    noteStop: (reply) => {
      run.noteStop(reply);
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

interface ProbeAnswer {
  readonly reply: string;
  readonly isLate: boolean;
  readonly cameBeforeStop: boolean;
}

/**
 * Asks a running core, and interrupts it at the deadline. The answer is awaited in any case, so that no other
 * request takes it. A busy computer makes any answer late; a server that can read a running core's memory still
 * answers before it reports the stop.
 */
async function askOrInterrupt(
  dialogue: Dialogue,
  run: RunControl,
  packet: string,
  { deadline, timeoutMs }: { readonly deadline: number; readonly timeoutMs: number },
): Promise<ProbeAnswer> {
  let isLate = false;
  let cameBeforeStop = false;
  const reply = await dialogue.ask(packet, {
    timeoutMs: deadline,
    lateMs: timeoutMs,
    onLate: () => {
      isLate = true;
      run.requestStop();
      dialogue.interject(INTERRUPT);
    },
    onAnswer: () => {
      cameBeforeStop = run.isRunning;
    },
  });
  return { reply, isLate, cameBeforeStop };
}

async function acknowledge(
  ask: (packet: string, isStopAnswer: boolean) => Promise<string>,
): Promise<void> {
  while ((await ask('vStopped', true)) !== 'OK');
}

/** Tracks whether this connection has resumed the core, and who is waiting for its stop. */
interface RunControl {
  readonly isRunning: boolean;
  readonly hasStoppedByItself: boolean;
  noteStart(): void;
  /** The next stop is no surprise. */
  requestStop(): void;
  noteStop(reply: string): void;
  /** Called if the core was not resumed after all. */
  noteRefusal(reason: Error): void;
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
  let isStopRequested = false;
  let hasStoppedByItself = false;
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
    get hasStoppedByItself() {
      return hasStoppedByItself;
    },
    noteStart: () => {
      state = 'running';
      isStopRequested = false;
      hasStoppedByItself = false;
    },
    requestStop: () => {
      isStopRequested = true;
    },
    noteStop: (reply) => {
      hasStoppedByItself = !isStopRequested;
      settle(reply);
    },
    noteRefusal: settle,
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

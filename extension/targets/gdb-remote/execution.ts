import { encodePacket } from './codec';
import type { Dialogue } from './dialogue';
import type { ServerQuirks } from './quirks';
import { explainReply, isError } from './replies';
import { createRunControl } from './run-control';

/** Running and stopping the core, in all-stop and in non-stop mode. */
export interface Execution {
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

export interface ExecutionOptions {
  readonly quirks: ServerQuirks;
  readonly timeoutMs: number;
  /** The connection, which is made with this in hand. */
  readonly dialogue: () => Dialogue;
}

const INTERRUPT = Uint8Array.of(3);

/** Makes the run control of one connection. */
export function createExecution({ quirks, timeoutMs, dialogue }: ExecutionOptions): Execution {
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

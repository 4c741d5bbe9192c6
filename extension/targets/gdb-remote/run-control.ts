/** Whether the core runs, as far as this connection let it, and who waits for its stop. */
export interface RunControl {
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
export function createRunControl(): RunControl {
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

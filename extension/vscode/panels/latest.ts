import { type Failure, toFailure } from '../../base';

/** One request of a panel at a time. */
export interface LatestRequest {
  /** Cancels the request on its way. */
  stop(): void;
  /** Makes a request; the one before is cancelled, and its answer no longer counts. */
  run<Answer>(
    ask: (signal: AbortSignal) => Promise<Answer>,
    show: (answer: Answer) => void | Promise<void>,
  ): Promise<void>;
}

/** Replaces requests by later ones; only the failure of the last is shown. */
export function newLatestRequest(
  showFailure: (failure: Pick<Failure, 'message' | 'hint'>) => void,
): LatestRequest {
  let last: AbortController | undefined;
  return {
    stop: () => last?.abort(),
    run: async (ask, show) => {
      last?.abort();
      const own = new AbortController();
      last = own;
      try {
        const answer = await ask(own.signal);
        if (last === own) await show(answer);
      } catch (error) {
        const { message, hint } = toFailure(error);
        if (last === own) showFailure({ message, hint });
      }
    },
  };
}

import { parseReply } from '../../core/agent/lines';
import { TargetError, type TargetLink } from '../../targets/target';
import { EngineError } from '../error';

/** How long an agent may take to end a run that was told to stop. */
const stopGraceMs = 3000;

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** How long both channels may be silent. */
  readonly silenceMs: number;
  /** When the stream was last heard, as `performance.now()` tells it. */
  readonly lastStream: () => number;
  /** Called with every data line at once. */
  readonly onData?: (line: string) => void;
}

/** The data lines of one command and its final line, which begins with `ok` or `error`. */
export interface Reply {
  readonly data: readonly string[];
  readonly final: string;
}

/** What everything that was interrupted fails with. */
export function cancelled(): EngineError {
  return new EngineError('cancelled', 'Interrupted.');
}

/** A link tells for how long it was asked last, which is the rest of the silence. */
function silent(silenceMs: number, hint: string | undefined): TargetError {
  return new TargetError(
    'agent-silent',
    `The agent sent no control line for ${silenceMs / 1000} s`,
    hint,
  );
}

function panicked(line: string): EngineError {
  const { value } = parseReply(line);
  const reason = value.kind === 'data' ? value.values.get('reason') : undefined;
  return new EngineError(
    'agent-error',
    `The agent ended in a fault: ${reason ?? line}`,
    'Run it in a debugger, or try the benchmarks one by one.',
  );
}

/** On abort the agent is told to stop, which ends the run in progress in good order. */
function stopOnAbort(link: TargetLink, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  let reject: (error: Error) => void = () => undefined;
  const expired = new Promise<never>((_, rejected) => (reject = rejected));
  expired.catch(() => undefined);
  const stop = () => {
    link.sendLine('stop').catch(() => reject(cancelled()));
    timer = setTimeout(() => reject(cancelled()), stopGraceMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  const release = () => {
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
  };
  return { expired, release };
}

/** What the target tells about a silence explains more than that it lasted. */
async function explained<T>(link: TargetLink, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw (isSilence(error) && (await link.diagnose?.())) || error;
  }
}

function isSilence(error: unknown): error is TargetError {
  return error instanceof TargetError && error.code === 'agent-silent';
}

/** The next line; silence counts only while the stream is silent too. */
async function nextLine(link: TargetLink, options: ExchangeOptions): Promise<string> {
  const asked = performance.now();
  for (;;) {
    const silentSince = Math.max(asked, options.lastStream());
    const left = silentSince + options.silenceMs - performance.now();
    try {
      return await link.nextLine(Math.max(1, left));
    } catch (error) {
      if (!isSilence(error)) throw error;
      if (options.lastStream() <= silentSince) throw silent(options.silenceMs, error.hint);
    }
  }
}

/** Sends one command and collects its answer; an abort asks the agent to stop and waits briefly. */
export async function exchange(
  link: TargetLink,
  line: string,
  options: ExchangeOptions,
): Promise<Reply> {
  if (options.signal.aborted) throw cancelled();
  const { expired, release } = stopOnAbort(link, options.signal);
  try {
    await explained(link, link.sendLine(line));
    const data: string[] = [];
    for (;;) {
      const pending = explained(link, nextLine(link, options));
      pending.catch(() => undefined);
      const answer = await Promise.race([pending, expired]);
      if (/^(ok|error)\b/.test(answer)) return { data, final: answer };
      if (/^panic\b/.test(answer)) throw panicked(answer);
      data.push(answer);
      options.onData?.(answer);
    }
  } finally {
    release();
  }
}

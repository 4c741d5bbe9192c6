import { parseReply } from '../../agent';
import { cancellationError, EngineError, TargetError, throwIfCancelled } from '../../base';
import type { TargetLink } from '../../targets';

/** The time that an agent may take to end a run after `stop`; on a busy computer a debug server needs much of it. */
const stopGraceMs = 15_000;

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** The time for which both channels may be silent. */
  readonly silenceMs: number;
  /** Time of the last bytes on the stream, as `performance.now()` returns it. */
  readonly lastStream: () => number;
  /** Called with every data line at once. */
  readonly onData?: (line: string) => void;
}

/** The data lines of one command and its final line, which begins with `ok` or `error`. */
export interface CommandReply {
  readonly data: readonly string[];
  readonly final: string;
}

/** A link reports its last wait, which is only the rest of the silence. */
function silenceError(silenceMs: number, hint: string | undefined): TargetError {
  return new TargetError(
    'agent-silent',
    `The agent sent no control line for ${silenceMs / 1000} s`,
    hint,
  );
}

function makePanicError(line: string): EngineError {
  const { value } = parseReply(line);
  const reason = value.kind === 'data' ? value.values.get('reason') : undefined;
  return new EngineError(
    'agent-error',
    `The agent ended in a fault: ${reason ?? line}`,
    'Run it in a debugger, or try the benchmarks one by one.',
  );
}

/** On abort, sends `stop`, which ends the current run cleanly. */
function stopOnAbort(link: TargetLink, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  let reject: (error: Error) => void = () => undefined;
  const expired = new Promise<never>((_, rejected) => (reject = rejected));
  expired.catch(() => undefined);
  const stop = () => {
    link.sendLine('stop').catch(() => reject(cancellationError()));
    timer = setTimeout(() => reject(cancellationError()), stopGraceMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  const release = () => {
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
  };
  return { expired, release };
}

/** The target's explanation of a silence is more useful than its duration. */
async function explainSilence<T>(link: TargetLink, work: Promise<T>): Promise<T> {
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
      if (options.lastStream() <= silentSince) throw silenceError(options.silenceMs, error.hint);
    }
  }
}

/** Sends one command and collects its answer; an abort asks the agent to stop and waits briefly. */
export async function exchange(
  link: TargetLink,
  line: string,
  options: ExchangeOptions,
): Promise<CommandReply> {
  throwIfCancelled(options.signal);
  const { expired, release } = stopOnAbort(link, options.signal);
  try {
    await explainSilence(link, link.sendLine(line));
    const data: string[] = [];
    for (;;) {
      const pending = explainSilence(link, nextLine(link, options));
      pending.catch(() => undefined);
      const answer = await Promise.race([pending, expired]);
      if (/^(ok|error)\b/.test(answer)) return { data, final: answer };
      if (/^panic\b/.test(answer)) throw makePanicError(answer);
      data.push(answer);
      options.onData?.(answer);
    }
  } finally {
    release();
  }
}

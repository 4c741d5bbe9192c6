import { EngineError } from '../../base';
import type { TargetLink } from '../../targets';
import { type BenchmarkDecoder, newBenchmarkDecoder } from '../decode';
import { openLink, SILENCE_SECONDS } from './pass';
import { newSession, runSession } from './session';
import type { Pass, RunContext, RunSpec } from './spec';

/** More executions, or batches of them, than an operation completes while it is sampled. */
export const ENDLESS = 1_000_000_000;

/** The most starts of an operation that fails: perf may hold up a thread, so that another runs too early. */
const MOST_STARTS = 20;

/** An operation that an agent executes again and again. */
interface Repeating {
  readonly link: TargetLink;
  readonly signal: AbortSignal;
  /** Rejects if it ends. */
  readonly measuring: Promise<never>;
  /** Stops the operation, and closes the link. */
  readonly end: () => Promise<void>;
  /** Closes the link, but lets the operation go on. */
  readonly leave: () => Promise<void>;
}

/** Starts the operation that a spec names, and waits until it is executed. */
export async function startRepeating(
  spec: RunSpec,
  { target, image }: Pick<Pass, 'target' | 'image'>,
  context: RunContext,
): Promise<Repeating> {
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal]);
  const link = await openLink(spec, { target, image }, context, signal);
  let lastStream = performance.now();
  // Before the first samples it measures the cost of its own loops.
  const begun = new Promise<void>((resolve) => {
    let decoder: BenchmarkDecoder | undefined = newBenchmarkDecoder();
    link.onStream((bytes) => {
      lastStream = performance.now();
      decoder?.push(bytes);
      if (!decoder?.collector.progress()?.samples) return;
      decoder = undefined;
      resolve();
    });
  });
  const repeat = async (): Promise<never> => {
    let failure: string | undefined;
    for (let starts = 0; starts < MOST_STARTS; starts += 1) {
      const session = newSession();
      const options = { signal, silenceMs: 1000 * SILENCE_SECONDS, lastStream: () => lastStream };
      await runSession(link, session, spec, { image }, { first: 0, count: 1 }, options);
      const ended = session.answered.at(-1)?.operations.at(-1);
      failure = ended?.reason;
      if (ended?.status !== 'failed' || ended.attempted === 0) break;
    }
    throw makeEarlyEndError(spec, target.id, failure);
  };
  const measuring = repeat();
  const leave = async () => {
    await link.close();
    // It ends because it was asked to.
    await measuring.catch(() => undefined);
  };
  const end = async () => {
    ending.abort();
    await measuring.catch(() => undefined);
    await link.close();
  };
  try {
    await Promise.race([begun, measuring]);
    return { link, signal, measuring, end, leave };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The failure of an operation that did not go on for as long as it was to be sampled. */
export function makeEarlyEndError(
  { patterns }: RunSpec,
  target: string,
  reason?: string | undefined,
): EngineError {
  const [operation = ''] = patterns;
  const why = reason === undefined ? '' : `: ${reason}`;
  return new EngineError(
    'refused',
    `${operation} ended before it could be sampled${why}.`,
    `Measure it alone, to see why: cyclescope run --target ${target} --bench ${operation}`,
  );
}

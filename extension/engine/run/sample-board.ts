import type { Bench } from '../../agent';
import { openImage, type SampledProgram, sampledProgram } from '../../profile';
import type { SampledPcs, Target } from '../../targets';
import { openLink } from './pass';
import { ENDLESS, startRepeating } from './repeating';
import type { Pass, RunContext, RunSpec } from './spec';

/** Samples before the batches: one block, which gives batches that hardly read the clock. */
const ONE_BLOCK = 1024;

/** Addresses of an operation that was executed repeatedly on a board. */
export interface OperationPcs {
  readonly pcs: SampledPcs;
  readonly program: SampledProgram;
  /** It is prepared and checked after few executions, which takes part of the time. */
  readonly isInRounds: boolean;
}

export interface SamplingOptions {
  readonly seconds: number;
  /** A board's core may be stopped for each sample, if that is the only way. */
  readonly allowHalt?: boolean | undefined;
  readonly onSamples?: ((samples: number) => void) | undefined;
}

/** A target whose core can be sampled while an agent runs there. */
type SampledTarget = Target & Required<Pick<Target, 'samplePcs'>>;

/**
 * Samples the core of a board that executes the batches of an operation. The agent goes on alone
 * meanwhile: nothing else accesses the debug port.
 */
export async function sampleAddresses(
  asked: RunSpec,
  { target, image, bench }: Pick<Pass, 'image'> & { target: SampledTarget; bench: Bench },
  { seconds, allowHalt, onSamples }: SamplingOptions,
  context: RunContext,
): Promise<OperationPcs> {
  const counts =
    bench.batches > 0
      ? { iterations: Math.max(ONE_BLOCK, bench.batches), batches: ENDLESS }
      : { iterations: ENDLESS };
  const spec: RunSpec = { ...asked, ...counts, isUnread: true };
  const program = sampledProgram(openImage(image.elf));
  const { leave } = await startRepeating(spec, { target, image }, context);
  await leave();
  const { signal, onMessage: info } = context;
  try {
    const pcs = await target.samplePcs({
      seconds,
      allowHalt,
      signal,
      log: { info, debug: () => undefined },
      wordOf: program.wordAt,
      onProgress: onSamples,
    });
    return { pcs, program, isInRounds: bench.max > 0 };
  } finally {
    await startAfresh(spec, { target, image }, context);
  }
}

/** Starts the agent again, so that it waits for commands, and does not execute the operation for ever. */
async function startAfresh(
  spec: RunSpec,
  pass: Pick<Pass, 'target' | 'image'>,
  context: RunContext,
): Promise<void> {
  try {
    const link = await openLink(spec, pass, context, new AbortController().signal);
    await link.close();
  } catch (error) {
    // Why sampling failed, if it did, explains more.
    const reason = error instanceof Error ? error.message : String(error);
    context.onMessage(`The board still executes the benchmark: ${reason}`);
  }
}

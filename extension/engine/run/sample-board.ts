import { type AgentImage, type Bench, readElf, wordAt } from '../../agent';
import { EngineError } from '../../base';
import type { SampledPcs, Target } from '../../targets';
import { openLink } from './pass';
import { ENDLESS, startRepeating } from './repeating';
import type { RunContext, RunSpec } from './spec';

/** Samples before the batches: one block, which gives batches that hardly read the clock. */
const ONE_BLOCK = 1024;

/** Addresses of an operation that was executed repeatedly on a board. */
export interface OperationPcs extends SampledPcs {
  /** It is prepared and checked after few executions, which takes part of the time. */
  readonly isInRounds: boolean;
}

export interface SamplingOptions {
  readonly seconds: number;
  /** A board's core may be stopped for each sample, if that is the only way. */
  readonly allowHalt?: boolean | undefined;
  readonly onSamples?: ((samples: number) => void) | undefined;
}

/** An agent on a board whose core can be sampled. */
export interface SampledBoard {
  readonly target: Target & Required<Pick<Target, 'samplePcs'>>;
  readonly image: AgentImage;
}

/**
 * Samples the core of a board that executes the batches of an operation. The agent goes on alone
 * meanwhile: nothing else accesses the debug port. It still does so at the end: see `startAfresh`.
 */
export async function sampleAddresses(
  asked: RunSpec,
  { target, image, bench }: SampledBoard & { readonly bench: Bench },
  { seconds, allowHalt, onSamples }: SamplingOptions,
  context: RunContext,
): Promise<OperationPcs> {
  const counts =
    bench.batches > 0
      ? { iterations: Math.max(ONE_BLOCK, bench.batches), batches: ENDLESS }
      : { iterations: ENDLESS };
  const spec: RunSpec = { ...asked, ...counts, isUnread: true };
  const { leave } = await startRepeating(spec, { target, image }, context);
  await leave();
  const { signal, onMessage: info } = context;
  const elf = readElf(image.elf);
  const pcs = await target.samplePcs({
    seconds,
    allowHalt,
    signal,
    log: { info, debug: () => undefined },
    findWord: (address) => wordAt(elf, address),
    onProgress: onSamples,
  });
  refuseOtherProgram(image.path, pcs.different);
  return { ...pcs, isInRounds: bench.max > 0 };
}

/** Refuses samples of another program than that of an ELF file. */
export function refuseOtherProgram(elf: string, different: readonly number[]): void {
  if (different.length === 0) return;
  const addresses = different.slice(0, 3).map((address) => `0x${address.toString(16)}`);
  throw new EngineError(
    'unreadable',
    `The board is not running ${elf}: the instructions differ at ${addresses.join(', ')}.`,
    'Name the ELF file of the firmware that runs, or leave it out to see addresses.',
  );
}

/** Starts the agent again, so that it waits for commands, and does not execute the operation for ever. */
export async function startAfresh(
  spec: RunSpec,
  pass: SampledBoard,
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

import type { AgentImage, Bench } from '../../agent';
import { EngineError } from '../../base';
import { nameAt, type RunPass } from '../../runs';
import { refuseUnsampled, type SampledStacks } from '../../targets';
import type { SampledOperation } from '../profile';
import { planAgain, benchName, selectBenches } from './plan';
import { prepare, requireFunctions } from './prepare';
import { ENDLESS, makeEarlyEndError, startRepeating } from './repeating';
import {
  type OperationPcs,
  sampleAddresses,
  type SamplingOptions,
  startAfresh,
} from './sample-board';
import { checkSpec, type Pass, type RunContext, type RunSpec } from './spec';

/** Samples of an operation that was executed repeatedly: stacks on Linux, addresses on a board. */
type OperationSamples = (
  { readonly stacks: SampledStacks } | { readonly addresses: OperationPcs }
) & {
  readonly target: string;
  readonly operation: string;
  readonly image: AgentImage;
};

/** Samples one operation, while nothing else is measured. The pass stores nothing. */
export async function sampleOperation(
  asked: RunSpec,
  options: SamplingOptions,
  context: RunContext,
): Promise<OperationSamples> {
  const spec = checkSpec(asked);
  const { target, images, settings } = await prepare(spec, context);
  const [image] = images;
  const { board, samplePcs } = target;
  if (board && !target.recordsExecution) refuseUnsampled(board);
  if ((!target.samplesStacks && !samplePcs) || !image) {
    throw new EngineError(
      'refused',
      `Benchmarks cannot be sampled on ${target.title}.`,
      'Sample them on a board with a debug probe, or on Linux, with --target local-linux or ssh://user@host; emulated targets have exact profiles.',
    );
  }
  const bench = oneBench(spec, image.manifest.benches);
  const operation = benchName(bench);
  requireFunctions(image, target, operation);
  const own = { ...spec, settings, patterns: [operation] };
  const found = { target: target.id, operation, image };
  if (samplePcs) {
    const agent = { target: { ...target, samplePcs }, image };
    try {
      return {
        addresses: await sampleAddresses(own, { ...agent, bench }, options, context),
        ...found,
      };
    } finally {
      await startAfresh(own, agent, context);
    }
  }
  return { stacks: await sampleImage(own, { target, image }, options.seconds, context), ...found };
}

/** Sampling each operation of a run must not take much longer than measuring it. */
const SECONDS = 3;

/** Samples each operation of a run once more; figures of this pass are not kept. */
export async function samplePass(
  spec: RunSpec,
  { target, image }: Pick<Pass, 'target' | 'image'>,
  headline: RunPass,
  context: RunContext,
): Promise<readonly SampledOperation[]> {
  const measured = headline.operations.filter(
    ({ repeat, status }) => repeat === 0 && status === 'ok',
  );
  const { samplePcs } = target;
  const agent = samplePcs && { target: { ...target, samplePcs }, image };
  const sample = async (own: RunSpec): Promise<Omit<SampledOperation, 'name'>> => {
    if (!agent) return { stacks: await sampleImage(own, { target, image }, SECONDS, context) };
    const bench = oneBench(own, image.manifest.benches);
    const options = { seconds: SECONDS, allowHalt: spec.profile?.allowHalt };
    return { addresses: await sampleAddresses(own, { ...agent, bench }, options, context) };
  };
  const sampled: SampledOperation[] = [];
  try {
    for (const [at, operation] of measured.entries()) {
      const name = nameAt(benchName(operation), operation.params);
      context.onMessage(`Sampling ${name} for ${SECONDS} s (${at + 1} of ${measured.length}).`);
      const { patterns, settings } = planAgain({ operations: [operation] });
      try {
        sampled.push({ name, ...(await sample({ ...spec, patterns, settings })) });
      } catch (error) {
        // Others may be sampled nevertheless.
        if (!(error instanceof EngineError) || error.code !== 'refused') throw error;
        sampled.push({ name, reason: error.message });
      }
    }
    return sampled;
  } finally {
    if (agent) await startAfresh(spec, agent, context);
  }
}

/** Executes the operation that a spec names for as long as it is sampled. */
async function sampleImage(
  asked: RunSpec,
  { target, image }: Pick<Pass, 'target' | 'image'>,
  seconds: number,
  context: RunContext,
): Promise<SampledStacks> {
  const spec = { ...asked, iterations: ENDLESS };
  const { link, signal, measuring, end } = await startRepeating(spec, { target, image }, context);
  try {
    const sampling = link.sampleStacks?.(seconds, signal);
    const stacks = await Promise.race([sampling, measuring]);
    if (!stacks || stacks.stacks.length === 0) throw makeEarlyEndError(spec, target.id);
    return stacks;
  } finally {
    await end();
  }
}

function oneBench({ patterns }: RunSpec, benches: readonly Bench[]): Bench {
  const selected = selectBenches(benches, patterns);
  const [bench] = selected;
  if (bench && selected.length === 1) return bench;
  throw new EngineError(
    'refused',
    `One benchmark is sampled at a time, and ${selected.length} were named.`,
    bench && `Name one, such as: --bench ${benchName(bench)}`,
  );
}

import type { AgentImage } from '../../agent';
import { EngineError } from '../../base';
import { nameAt, type RunPass } from '../../runs';
import type { SampledStacks } from '../../targets';
import { type BenchmarkDecoder, newBenchmarkDecoder } from '../decode';
import type { SampledOperation } from '../profile';
import { openLink, SILENCE_SECONDS } from './pass';
import { selectBenches } from './plan';
import { prepare, requireFunctions } from './prepare';
import { newSession, runSession } from './session';
import { checkSpec, type Pass, type RunContext, type RunSpec } from './spec';

/** More executions than an operation completes while it is sampled. */
const ENDLESS = 1_000_000_000;

/** Stacks of an operation that was executed repeatedly. The pass stores nothing but the samples. */
export interface OperationStacks extends SampledStacks {
  readonly target: string;
  readonly operation: string;
  readonly image: AgentImage;
}

/** Samples one operation on a target whose system has a profiler, while nothing else is measured. */
export async function sampleOperation(
  asked: RunSpec,
  seconds: number,
  context: RunContext,
): Promise<OperationStacks> {
  const spec = checkSpec(asked);
  const { target, images, settings } = await prepare(spec, context);
  const [image] = images;
  if (!target.samplesStacks || !image) {
    throw new EngineError(
      'refused',
      `Benchmarks cannot be sampled on ${target.title}.`,
      'Sample them on Linux, with --target local-linux or ssh://user@host; emulated targets have exact profiles.',
    );
  }
  const operation = oneOperation(spec, image.manifest.benches);
  requireFunctions(image, target, operation);
  const own = { ...spec, settings, patterns: [operation] };
  const stacks = await sampleImage(own, { target, image }, seconds, context);
  return { ...stacks, target: target.id, operation, image };
}

/** Sampling each operation of a run must not take much longer than measuring it. */
const SECONDS = 3;

/** Samples each operation of a run once more; figures of this pass are not kept. */
export async function samplePass(
  spec: RunSpec,
  pass: Pick<Pass, 'target' | 'image'>,
  headline: RunPass,
  context: RunContext,
): Promise<readonly SampledOperation[]> {
  const measured = headline.operations.filter(
    ({ repeat, status }) => repeat === 0 && status === 'ok',
  );
  const sampled: SampledOperation[] = [];
  for (const [at, { suite, op, params }] of measured.entries()) {
    const name = nameAt(`${suite}/${op}`, params);
    context.onMessage(`Sampling ${name} for ${SECONDS} s (${at + 1} of ${measured.length}).`);
    const own = Object.entries(params).map(([key, value]) => [`${suite}.${key}`, [value]] as const);
    const only = { patterns: [`${suite}/${op}`], settings: Object.fromEntries(own) };
    try {
      const stacks = await sampleImage({ ...spec, ...only }, pass, SECONDS, context);
      sampled.push({ name, sampled: stacks });
    } catch (error) {
      // Others may be sampled nevertheless.
      if (!(error instanceof EngineError) || error.code !== 'refused') throw error;
      sampled.push({ name, reason: error.message });
    }
  }
  return sampled;
}

/** Executes the operation that a spec names for as long as it is sampled. */
async function sampleImage(
  asked: RunSpec,
  { target, image }: Pick<Pass, 'target' | 'image'>,
  seconds: number,
  context: RunContext,
): Promise<SampledStacks> {
  const spec = { ...asked, repeat: 1, iterations: ENDLESS };
  const [operation = ''] = spec.patterns;
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal]);
  const link = await openLink(spec, { target, image }, context, signal);
  try {
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
    const measuring = runSession(
      link,
      newSession(),
      spec,
      { image },
      { first: 0, count: 1 },
      { signal, silenceMs: 1000 * SILENCE_SECONDS, lastStream: () => lastStream },
    ).then(() => {
      throw endedEarly(operation, target.id);
    });
    await Promise.race([begun, measuring]);
    const sampling = link.sampleStacks?.(seconds, signal);
    const stacks = await Promise.race([sampling, measuring]);
    ending.abort();
    // It ends because it was asked to.
    await measuring.catch(() => undefined);
    if (!stacks || stacks.stacks.length === 0) throw endedEarly(operation, target.id);
    return stacks;
  } finally {
    ending.abort();
    await link.close();
  }
}

function oneOperation({ patterns }: RunSpec, benches: Parameters<typeof selectBenches>[0]): string {
  const names = selectBenches(benches, patterns).map(({ suite, op }) => `${suite}/${op}`);
  const [name] = names;
  if (name !== undefined && names.length === 1) return name;
  throw new EngineError(
    'refused',
    `One benchmark is sampled at a time, and ${names.length} were named.`,
    `Name one, such as: --bench ${name}`,
  );
}

function endedEarly(operation: string, target: string): EngineError {
  return new EngineError(
    'refused',
    `${operation} ended before it could be sampled.`,
    `Measure it alone, to see why: cyclescope run --target ${target} --bench ${operation}`,
  );
}

import type { AgentImage } from '../../agent';
import { EngineError } from '../../base';
import { openImage } from '../../profile';
import type { SampledStacks } from '../../targets';
import { type BenchmarkDecoder, newBenchmarkDecoder } from '../decode';
import { openLink, SILENCE_SECONDS } from './pass';
import { selectBenches } from './plan';
import { buildHint, prepare } from './run';
import { newSession, runSession } from './session';
import { checkSpec, type RunContext, type RunSpec } from './spec';

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
  const spec = checkSpec({ ...asked, repeat: 1, iterations: ENDLESS });
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
  if (openImage(image.elf).dwarf.isEmpty) {
    throw new EngineError(
      'bad-image',
      `${operation} cannot be sampled: the image has no debug information (DWARF) that shows which functions are the benchmark's. Images that come with Cyclescope for Linux have none.`,
      buildHint(target),
    );
  }
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
      { ...spec, settings },
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
    return { ...stacks, target: target.id, operation, image };
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

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectedOperation, CollectedRun } from '../../agent';
import { EngineError, TargetError } from '../../base';
import type { Capture, KernelCode } from '../../profile';
import { nameAt, type OperationRecord, type RunPass } from '../../runs';
import type { Execution, ExecutionMarks, Target } from '../../targets';
import { captureExecution, type CapturedOperation, type MeasuredExecution } from '../profile';
import { type PassOutcome, runPass } from './pass';
import type { Pass, RunContext, RunSpec } from './spec';

const RECORDING = 'recording-profile.SVDat';

/** The executed instructions, and the code that is not in the image. */
interface ProfiledPass {
  readonly operations: readonly CapturedOperation[];
  readonly system: KernelCode | undefined;
  readonly machine: string;
}

/**
 * Measures the headline image once more while everything that it executes is recorded. Of this pass
 * only the paths are kept; its samples must be those of the headline pass.
 */
export async function profilePass(
  spec: RunSpec,
  { target, image, folder }: Pick<Pass, 'target' | 'image'> & { readonly folder: string },
  marks: ExecutionMarks,
  headline: RunPass,
  context: RunContext,
): Promise<ProfiledPass> {
  const recording = { folder, name: RECORDING };
  const measure = async (plugin: string | undefined) => {
    const pass = { target, image, repeat: 1, recording, execution: { marks, plugin } };
    try {
      return await runPass(spec, pass, context);
    } finally {
      await rm(join(folder, RECORDING), { force: true });
    }
  };
  context.onMessage('Measuring once more, to record every instruction.');
  const plugin = spec.profile?.plugin;
  const outcome =
    plugin === undefined
      ? await measure(undefined)
      : await measureByPlugin(plugin, target, measure, context);
  const { execution, error } = outcome;
  if (!execution) throw error;
  const operations = profileOperations(outcome, execution, marks, headline);
  return { operations, system: toKernelCode(execution), machine: target.id };
}

/** The code of the system that ran the agent, where there is one. */
function toKernelCode({ kernelSymbols: symbols, words }: Execution): KernelCode | undefined {
  return symbols === undefined || words === undefined ? undefined : { symbols, words };
}

/** Measures with a plugin, or without one that the installed QEMU refuses; each version is tried once. */
async function measureByPlugin<T>(
  plugin: string,
  target: Pick<Target, 'requirements' | 'recordsExecution'>,
  measure: (plugin: string | undefined) => Promise<T>,
  { onMessage }: Pick<RunContext, 'onMessage'>,
): Promise<T> {
  if (target.recordsExecution !== 'by plugin or log') return measure(plugin);
  const found = await target.requirements();
  const emulator = found.map((each) => `${each.name} ${each.found ?? ''}\n`).join('');
  const note = `${plugin}.refused`;
  if (emulator !== '' && (await readFile(note, 'utf8').catch(() => '')) === emulator) {
    onMessage(
      `This QEMU has refused its plugin before (${note}). Reading its log, which is slower.`,
    );
    return measure(undefined);
  }
  try {
    return await measure(plugin);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    onMessage(`${error.message}. Reading QEMU's log instead, which is slower.`);
    const measured = await measure(undefined);
    // QEMU may also fail to start for reasons that pass. Without the note it is only tried again.
    if (error.message.includes('plugin')) await writeFile(note, emulator).catch(() => undefined);
    return measured;
  }
}

/** QEMU ends at once if it does not accept a plugin. */
function isRefusal(error: unknown): error is TargetError {
  return error instanceof TargetError && error.code === 'start-failed';
}

function profileOperations(
  { runs, pass }: PassOutcome,
  execution: Execution,
  marks: ExecutionMarks,
  headline: RunPass,
): readonly CapturedOperation[] {
  const measured = runs.flatMap((run) => run.operations.map((each) => ({ run, each })));
  const { operations: stretches } = execution;
  if (stretches.length !== measured.length) {
    throw new EngineError(
      'agent-error',
      `The agent measured ${measured.length} operations, but ${stretches.length} were recorded.`,
      'Build the image again with: cyclescope build',
    );
  }
  // A system's clock counts instructions, but in larger steps, and hardly any two of its paths are equal.
  const limits =
    execution.kernelSymbols === undefined
      ? { step: 1, mostSteps: 1 << 17 }
      : { step: findClockStep(headline), mostSteps: 1 << 21 };
  const first = headline.operations.filter(({ repeat }) => repeat === 0);
  return measured.flatMap(({ run, each }, index) => {
    const [operation, profiled] = [first[index], pass.operations[index]];
    if (!operation || !profiled || operation.status === 'refused') return [];
    const differs = reasonToRefuse(operation, profiled);
    const own = stretches[index] ?? [];
    const capture =
      differs === undefined
        ? captureOperation(run, each, execution, own, marks, limits)
        : undefined;
    const name = nameAt(`${operation.suite}/${operation.op}`, operation.params);
    return [{ name, capture, reason: differs ?? (capture ? undefined : NO_WINDOW) }];
  });
}

/** More than a step of any clock that an emulated Linux reads, in its ticks. */
const LONGEST_STEP = 64;
/** Two readings that differ by no more may differ only by rounding. */
const ROUNDED = 2;

/**
 * The step of a system's clock: by the measured values, or where these are too few to show it, the smallest difference
 * of two. The agent's own check may find the rounding of steps to whole ticks instead.
 */
export function findClockStep({
  clocks,
  operations,
}: Pick<RunPass, 'clocks' | 'operations'>): number {
  const known = clocks.map(({ step = 0, ratio: [num, den] }) => (step * den) / num);
  if (known.length > 0 && known.every((step) => step > 0)) return Math.max(...known);
  const readings = operations.flatMap(({ quiet, ticked, empty }) =>
    [...quiet, ...ticked, ...empty.samples].map(([value]) => value),
  );
  const values = [...new Set(readings)].sort((a, b) => a - b);
  const apart = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  return Math.min(LONGEST_STEP, ...apart.filter((step) => step > ROUNDED));
}

const NO_WINDOW = 'no window has as many instructions as each sample';

function reasonToRefuse(headline: OperationRecord, profiled: OperationRecord): string | undefined {
  const names = [headline, profiled].map(({ suite, op }) => `${suite}/${op}`);
  if (names[0] !== names[1]) return `${names[1]} was recorded in its place`;
  if (profiled.status !== 'ok') return profiled.reason ?? `it ended as ${profiled.status}`;
  return headline.digest === profiled.digest
    ? undefined
    : 'its samples differ from those of the headline pass';
}

function captureOperation(
  { clock }: CollectedRun,
  { series, params }: CollectedOperation,
  execution: Execution,
  stretches: readonly number[],
  marks: ExecutionMarks,
  limits: Pick<MeasuredExecution, 'step' | 'mostSteps'>,
): Capture | undefined {
  if (clock?.unit !== 'instructions') return undefined;
  const [numerator, denominator] = clock.ratio;
  const { sample, batch, countedBatch, emptyCountedBatch } = series;
  const later = [batch, countedBatch, emptyCountedBatch];
  const measured = {
    execution,
    stretches,
    samples: sample.ticks,
    ticksPerInstruction: denominator / numerator,
    after: later.reduce((sum, { ticks }) => sum + ticks.length, 0),
    ...limits,
    threads: params['threads'] ?? 1,
  };
  return captureExecution(measured, marks);
}

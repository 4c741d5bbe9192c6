import { join } from 'node:path';
import { EngineError } from '../base';
import {
  agentImage,
  newAnyMatcher,
  openTrace,
  readRun,
  type RunOutcome,
  type StoredRun,
} from '../engine';
import { commitAt, type History } from '../history';
import {
  costFunctions,
  costLayers,
  newProfile,
  sumInstructions,
  type Profile,
  type RunProfile,
  countProfileSamples,
  shareFunctions,
} from '../profile';
import { jsonOperation } from '../report';
import { summarise } from '../runs';
import type { Target } from '../targets';
import type { ImageFolder } from '../toolchain';
import { type ExplainedSample, slowestSamples, type TraceOperation } from '../trace';

/* Documents for programs: the command line prints them with --json, and tools answer with parts of them. */

/** A target, and the names of what it lacks. */
export interface TargetRow {
  readonly id: string;
  readonly title: string;
  readonly deterministic: boolean;
  readonly missing: readonly string[];
}

/** Describes a target. An image that Cyclescope builds is not missed; only doctor lists it. */
export async function targetRow(
  target: Target,
  imageFolders: readonly ImageFolder[],
): Promise<TargetRow> {
  const { id, title, deterministic, howToBuild, board } = target;
  const needed = await target.requirements();
  const isOwn = howToBuild !== undefined || board !== undefined;
  const images = isOwn ? [await agentImage(target, imageFolders)] : [];
  const missing = [...needed, ...images].filter(({ found }) => found === undefined);
  return { id, title, deterministic, missing: missing.map(({ name }) => name) };
}

/** Finds the traced recording of a run; undefined without one. */
export async function findTracedRecording(run: StoredRun): Promise<string | undefined> {
  const { passes } = await readRun(run);
  const pass = passes.find(({ build }) => build === 'traced');
  return pass && join(run.folder, pass.recording);
}

/** Finds the traced recording of a run that must have one. */
export async function requireTraced(run: StoredRun): Promise<string> {
  const traced = await findTracedRecording(run);
  if (traced !== undefined) return traced;
  throw new EngineError(
    'unreadable',
    `${run.id} has no traced recording.`,
    'Measure again with cyclescope run --trace.',
  );
}

/** Accepts the names of operations, with parameters, that patterns match. */
function operationMatcher(patterns: readonly string[]): (name: string) => boolean {
  const isAsked = newAnyMatcher(patterns);
  return (name) => {
    const [suite = '', op = ''] = name.replace(/ .*/, '').split('/');
    return isAsked({ suite, op });
  };
}

/** Returns the profiles of all operations, or of those whose names patterns match. */
export function selectProfiles(
  { code, operations }: RunProfile,
  patterns: readonly string[],
): readonly Profile[] {
  const isAsked = operationMatcher(patterns);
  return operations
    .filter(({ name }) => isAsked(name))
    .map(({ name, ...capture }) => newProfile(name, code, capture));
}

/** An operation with its slowest samples. */
export interface ExplainedOperation extends Pick<
  TraceOperation,
  'name' | 'at' | 'repeat' | 'samples'
> {
  readonly slowest: readonly ExplainedSample[];
}

/** The operations of a recording to explain, and how many samples of each. */
export interface ExplainRequest {
  readonly path: string;
  /** The recording or run as it was asked for. */
  readonly reference: string;
  readonly patterns: readonly string[];
  readonly most: number;
}

/** Explains the slowest samples of a traced recording. */
export async function explainOperations(
  { path, reference, patterns, most }: ExplainRequest,
  signal: AbortSignal,
): Promise<readonly ExplainedOperation[]> {
  const recording = await openTrace(path, signal);
  const isAsked = operationMatcher(patterns);
  const operations = recording.info.operations
    .filter(({ name }) => isAsked(name))
    .map(({ name, at, repeat, samples }) => {
      return { name, at, repeat, samples, slowest: slowestSamples(recording, name, repeat, most) };
    });
  if (operations.length > 0) return operations;
  throw new EngineError(
    'unknown-benchmark',
    `${reference} has no traced operation${patterns.length > 0 ? ` that matches ${patterns.join(', ')}` : ''}.`,
    'Measure it with cyclescope run --trace.',
  );
}

/** Instructions per operation of the most expensive functions; all functions together are the sample. */
function costliest(profile: Profile, most: number) {
  const samples = countProfileSamples(profile);
  const shares = profile.sampled && shareFunctions(profile);
  const each = (instructions: number) => instructions / samples;
  return costFunctions(profile)
    .slice(0, most)
    .map(({ function: index, self, total, calls }) => {
      const { name = '?' } = profile.functions[index] ?? {};
      const costs = { name, self: each(self), total: each(total) };
      // Calls are not known where samples were taken, but how far a share can be trusted.
      return shares
        ? { ...costs, interval: shares.get(index)?.self }
        : { ...costs, calls: each(calls) };
    });
}

/** The profile of an operation: its most expensive functions, and the cost of each layer. */
export function profileJson(profile: Profile, most: number): object {
  const samples = countProfileSamples(profile);
  return {
    name: profile.name,
    samples,
    // Present if the figures are those of the first samples only.
    measuredSamples: profile.measuredSamples,
    // Figures of a sampled operation are shares of its time.
    ...(profile.sampled
      ? { sampled: profile.sampled }
      : { instructions: sumInstructions(profile) / samples }),
    functions: costliest(profile, most),
    layers: costLayers(profile).map(({ layer, self }) => ({ layer, self: self / samples })),
  };
}

/** A history in which points and changes name their commits. */
export function historyJson(history: History): object {
  return {
    ...history,
    series: history.series.map((series) => ({
      ...series,
      points: series.points.map((point, at) => ({
        ...point,
        commit: commitAt(history, series, at)?.id,
      })),
      changes: series.changes.map(({ at, before, ...change }) => ({
        commit: commitAt(history, series, at)?.id,
        before: commitAt(history, series, before)?.id,
        ...change,
      })),
    })),
  };
}

/** A stored run: its folder and figures; samples are in its run.json. `failure` is why it ended early. */
export function runJson(
  { folder, record }: Pick<RunOutcome, 'folder' | 'record'>,
  failure: object | undefined,
): object {
  const { id, created, target, status, durationSeconds, sweep, shards, notes, problems } = record;
  return {
    run: id,
    folder,
    created,
    target,
    status,
    durationSeconds,
    ...(sweep && { sweep }),
    ...(shards && { shards }),
    operations: summarise(record).map(jsonOperation),
    notes,
    problems: [...problems, ...record.passes.flatMap((pass) => pass.problems)],
    ...(failure && { error: failure }),
  };
}

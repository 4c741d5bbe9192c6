import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../base';
import { compareProfiles, describeCostliest } from '../../profile';
import { buildImages } from '../../toolchain';
import { profileReading } from '../profile';
import { runBenchmarks, type RunContext, type RunOutcome, type RunSpec } from '../run';
import { bisect, type BisectRequest, type BisectResult } from './bisect';
import type { Worktree } from './worktree';

/** The way to measure one operation of what is checked out in a folder. */
export interface CommitMeter {
  /** Builds it; resolves to why that failed because of the commit. */
  build(folder: string): Promise<string | undefined>;
  /** The run of what was built. */
  prepareRun(folder: string): Promise<{ readonly spec: RunSpec; readonly context: RunContext }>;
}

/** The folder of images that are built in a folder. */
const getAgentFolder = (folder: string) => join(folder, '.cyclescope', 'agent');

/** Failures that the code at a commit may cause: that commit cannot be judged, but others can. */
export const bisectUnjudged: ReadonlySet<string> = new Set([
  'no-image',
  'bad-image',
  'old-image',
  'unknown-benchmark',
  'unknown-parameter',
]);

/** Builds the headline image in a folder; resolves to why that failed because of the commit. */
export async function buildCommit(
  request: Pick<
    Parameters<typeof buildImages>[0],
    'target' | 'sources' | 'packageFolder' | 'signal'
  >,
  folder: string,
): Promise<string | undefined> {
  try {
    await buildImages({
      ...request,
      builds: ['headline'],
      cwd: folder,
      onMessage: () => undefined,
    });
    return undefined;
  } catch (error) {
    const isOfCommit =
      error instanceof EngineError && ['build-failed', 'usage'].includes(error.code);
    if (isOfCommit) return error.message;
    throw error;
  }
}

/** Copies compiled objects of the user's images, which are used as well. */
export async function copyObjects(images: string, from: string, to: string): Promise<void> {
  const objects = join(images, 'headline', 'objects');
  await cp(join(getAgentFolder(from), objects), join(getAgentFolder(to), objects), {
    recursive: true,
  }).catch(() => undefined);
}

/** Measures what is checked out in a folder. */
async function measure(
  { build, prepareRun }: CommitMeter,
  folder: string,
  change: Partial<RunSpec> = {},
): Promise<RunOutcome | { readonly skipped: string }> {
  const failure = await build(folder);
  if (failure !== undefined) return { skipped: failure };
  try {
    const { spec, context } = await prepareRun(folder);
    const imageFolders = [
      { folder: getAgentFolder(folder), origin: 'built', sources: folder } as const,
    ];
    const outcome = await runBenchmarks({ ...spec, imageFolders, ...change }, context);
    if (outcome.error instanceof Error) throw outcome.error;
    if (outcome.record.status === 'complete') return outcome;
    return { skipped: `The run is ${outcome.record.status}.` };
  } catch (error) {
    if (error instanceof EngineError && bisectUnjudged.has(error.code)) {
      return { skipped: error.message };
    }
    throw error;
  }
}

/** A few samples show which functions they go through; to record many takes long. */
const PROFILED_ITERATIONS = 20;
const MOST_FUNCTIONS = 5;

/** Names the functions that changed, from profiles of both sides. */
async function describeChangedFunctions(
  meter: CommitMeter,
  profile: RunSpec['profile'],
  { before, culprit }: BisectResult,
  { folder, checkOut }: Worktree,
): Promise<string> {
  const profiles = [];
  for (const { id } of [before, culprit]) {
    await checkOut(id);
    const outcome = await measure(meter, folder, { profile, iterations: PROFILED_ITERATIONS });
    if ('skipped' in outcome) return '';
    profiles.push((await profileReading(outcome.folder))?.profile);
  }
  const [first, second] = profiles;
  if (!first || !second) return '';
  const [difference] = compareProfiles(first, second, () => true);
  return difference ? describeCostliest(difference, MOST_FUNCTIONS) : '';
}

/** The commit, with the functions that it changed: empty if none were profiled. */
export type Bisection = BisectResult & { readonly functions: string };

interface BenchmarkRequest extends Omit<BisectRequest, 'measure'> {
  readonly meter: CommitMeter;
  /** Profiles both sides at the end. */
  readonly profile: RunSpec['profile'];
  /** Called once, with the folder in which commits are checked out. */
  readonly onFolder: (folder: string) => Promise<void>;
}

/** Finds the commit that changed an operation, and with profiles the functions that it changed. */
export async function bisectBenchmark({
  meter,
  profile,
  onFolder,
  ...request
}: BenchmarkRequest): Promise<Bisection> {
  let isFirst = true;
  let functions = '';
  const measureNext = async (folder: string) => {
    if (isFirst) await onFolder(folder);
    isFirst = false;
    return measure(meter, folder);
  };
  const result = await bisect({ ...request, measure: measureNext }, async (found, worktree) => {
    if (profile) functions = await describeChangedFunctions(meter, profile, found, worktree);
  });
  return { ...result, functions };
}

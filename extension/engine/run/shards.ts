import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bench, ImageBuild } from '../../agent';
import { EngineError, toFailure, groupBy } from '../../base';
import { movePath } from '../../host';
import { mergePasses, type ParameterValues, type RunPass, type RunRecord } from '../../runs';
import { dataStart, MAX_HEADER } from '../../systemview';
import { idOfTarget, type TargetValue } from '../../targets';
import { writeRecord } from '../figures';
import { inRunFolder, type RunFolder, SHARDS } from '../run-folder';
import { keepAbandoned } from '../unfinished';
import { benchName, selectBenches } from './plan';
import { toFolderOptions, prepare, type Prepared, makeRequestFields } from './prepare';
import { checkSpec, type RunContext, type RunOutcome, type RunSpec } from './spec';

/** Measures one shard, by its number from 0. */
type Measure = (spec: RunSpec, shard: number) => Promise<RunOutcome>;

/**
 * Measures a run's operations in parts at the same time, one on each of the targets, and keeps one
 * run. The targets are equal: all run the first one's image and report the same facts, except those that
 * name a board, or the parts are kept as runs of their own.
 */
export async function runInShards(
  asked: RunSpec,
  targets: readonly TargetValue[],
  context: RunContext,
  measure: Measure,
): Promise<RunOutcome> {
  const spec = checkSpec(asked);
  const prepared = await prepare(spec, context);
  const selected = selectBenches(prepared.images[0]?.manifest.benches ?? [], spec.patterns);
  const shards = deal(selected, targets, spec.iterations);
  await keepAbandoned(spec.runsFolder);
  return inRunFolder(toFolderOptions(spec, prepared), async (folder) => {
    const began = new Date();
    const own = shards.map((shard) =>
      makeShardSpec(shard, spec, prepared, join(folder.partial, SHARDS)),
    );
    const outcomes = await Promise.allSettled(own.map((each, at) => measure(each, at)));
    return keepMerged({ spec, prepared, selected, shards, began }, outcomes, folder);
  });
}

interface Shard {
  readonly target: TargetValue;
  readonly benches: readonly Bench[];
}

/**
 * The share of an operation's duration that does not depend on the number of its samples, such as
 * its batches and the waiting for ticks, in samples of a context switch on the emulated target.
 */
const FIXED_SAMPLES = 4000;

/**
 * Deals operations out, those that take longest first and each to the shard with the least so far.
 * Shards keep the order of the catalogue.
 */
function deal(
  benches: readonly Bench[],
  targets: readonly TargetValue[],
  iterations: number | undefined,
): readonly Shard[] {
  const shards = targets.map((target) => ({ target, samples: 0, dealt: new Set<Bench>() }));
  const parts = Array.from(groupBy(benches, namePart).values(), (together) => ({
    together,
    samples: together.reduce(
      (sum, bench) => sum + FIXED_SAMPLES + (iterations ?? bench.iterations),
      0,
    ),
  }));
  for (const { together, samples } of parts.toSorted((a, b) => b.samples - a.samples)) {
    const lightest = shards.reduce((least, each) => (each.samples < least.samples ? each : least));
    together.forEach((bench) => lightest.dealt.add(bench));
    lightest.samples += samples;
  }
  return shards
    .map(({ target, dealt }) => ({ target, benches: benches.filter((each) => dealt.has(each)) }))
    .filter((each) => each.benches.length > 0);
}

/** Suites, also their variants, whose operations share a queue that a kernel's timer task owns. */
const TIMER_QUEUE = /(^|_)(timer|workqueue)$/;

/**
 * Names the part that is dealt as one: an operation, or all that use one queue. Earlier ones decide
 * where in the queue the others begin, and so which of their samples wrap it.
 */
function namePart(bench: Bench): string {
  return TIMER_QUEUE.test(bench.suite) ? 'timer queue' : benchName(bench);
}

function makeShardSpec(
  { target, benches }: Shard,
  spec: RunSpec,
  { settings }: Prepared,
  runsFolder: string,
): RunSpec {
  return {
    ...spec,
    target,
    runsFolder,
    isChosenFolder: true,
    patterns: benches.map(benchName),
    settings: selectSettings(benches, settings),
    // They are among the settings already.
    asPublished: false,
    // More shards than processors take turns.
    waitSeconds: spec.waitSeconds ?? WAIT_SECONDS,
  };
}

const WAIT_SECONDS = 3600;

/** Values of parameters that these operations have; others would be refused as unknown. */
function selectSettings(benches: readonly Bench[], settings: ParameterValues): ParameterValues {
  const known = Object.entries(settings).filter(([name]) =>
    benches.some((bench) =>
      bench.params.some((param) => name === param.name || name === `${bench.suite}.${param.name}`),
    ),
  );
  return Object.fromEntries(known);
}

interface Request {
  readonly spec: RunSpec;
  readonly prepared: Prepared;
  readonly selected: readonly Bench[];
  readonly shards: readonly Shard[];
  readonly began: Date;
}

type Settled = readonly PromiseSettledResult<RunOutcome>[];

async function keepMerged(
  request: Request,
  settled: Settled,
  folder: RunFolder,
): Promise<RunOutcome> {
  const outcomes = settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
  const reasons = settled.map((each) =>
    each.status === 'rejected' ? (each.reason as unknown) : each.value.error,
  );
  const error = reasons.find((reason) => reason !== undefined);
  const first = outcomes.find((outcome) => outcome !== undefined);
  if (first === undefined) throw error as Error;
  const merged = await mergeAll(request, outcomes, folder);
  const record = mergeRecords(request, first.record, outcomes, reasons, merged, folder);
  await rm(join(folder.partial, SHARDS), { recursive: true });
  await writeRecord(folder.partial, record);
  await folder.keep();
  return { folder: folder.final, record, error };
}

type Outcomes = readonly (RunOutcome | undefined)[];

interface Merged {
  readonly passes: readonly RunPass[];
  /** The facts that name the board of each shard. */
  readonly names: readonly RunPass['facts'][];
}

/** Merges the passes of each image, and their recordings. */
async function mergeAll(
  { spec, selected }: Request,
  outcomes: Outcomes,
  folder: RunFolder,
): Promise<Merged> {
  const positions = new Map(selected.map((bench, at) => [benchName(bench), at]));
  const builds: readonly ImageBuild[] = ['headline', 'traced'];
  const merged = builds.flatMap((build) => {
    const own = outcomes.map((outcome) => findPass(outcome, build));
    return mergePasses(own, positions) ?? [];
  });
  const passes: RunPass[] = [];
  let names = outcomes.map((): RunPass['facts'] => ({}));
  for (const each of merged) {
    if ('difference' in each) throw await keepApart(each.difference, outcomes, spec.runsFolder);
    passes.push(each.pass);
    // What an agent measured may be another value in the second pass: that of the first one is kept.
    names = names.map((known, shard) => ({ ...each.names[shard], ...known }));
    const { build, recording } = each.pass;
    const folders = outcomes.flatMap((outcome) =>
      outcome && findPass(outcome, build) ? [outcome.folder] : [],
    );
    await joinRecordings(
      folders.map((from) => join(from, recording)),
      join(folder.partial, recording),
    );
  }
  return { passes, names };
}

const findPass = (outcome: RunOutcome | undefined, build: ImageBuild) =>
  outcome?.record.passes.find((pass) => pass.build === build);

/** Keeps the shards as runs of their own, as they cannot be one. */
async function keepApart(difference: string, outcomes: Outcomes, runsFolder: string) {
  const ids: string[] = [];
  for (const outcome of outcomes) {
    if (outcome === undefined) continue;
    await movePath(outcome.folder, join(runsFolder, outcome.record.id));
    ids.push(outcome.record.id);
  }
  return new EngineError(
    'refused',
    `The shards are not one run: they were not measured alike. ${difference}.`,
    `Each is kept as a run of its own: ${ids.join(', ')}.`,
  );
}

/** Appends recordings: an agent that is started again continues one in the same way. */
async function joinRecordings(parts: readonly string[], path: string): Promise<void> {
  for (const [at, part] of parts.entries()) {
    if (at === 0) {
      await movePath(part, path);
      continue;
    }
    const from = createReadStream(part, { start: await startOfData(part) });
    await pipeline(from, createWriteStream(path, { flags: 'a' }));
  }
}

async function startOfData(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER), 0, MAX_HEADER);
    // A recording that is only a header has no data.
    return dataStart(buffer.subarray(0, bytesRead)) ?? bytesRead;
  } finally {
    await file.close();
  }
}

function mergeRecords(
  { spec, prepared, shards, began }: Request,
  first: RunRecord,
  outcomes: Outcomes,
  reasons: readonly unknown[],
  { passes, names }: Merged,
  folder: RunFolder,
): RunRecord {
  const records = outcomes.flatMap((outcome) => outcome?.record ?? []);
  return {
    ...makeRequestFields(spec, prepared, folder, began),
    status: computeStatus(outcomes),
    repeat: first.repeat,
    shards: shards.map(({ target }, at) => {
      const facts = names[at] ?? {};
      return { target: idOfTarget(target), ...(Object.keys(facts).length > 0 && { facts }) };
    }),
    passes: [...passes],
    notes: [...new Set(records.flatMap(({ notes }) => notes))],
    problems: reasons.flatMap((reason, at) =>
      reason === undefined
        ? []
        : [`Shard ${at + 1} of ${shards.length}: ${toFailure(reason).message}`],
    ),
  };
}

function computeStatus(outcomes: Outcomes): RunRecord['status'] {
  const statuses = outcomes.map((outcome) => outcome?.record.status ?? 'incomplete');
  if (statuses.includes('incomplete')) return 'incomplete';
  return statuses.includes('failed') ? 'failed' : 'complete';
}

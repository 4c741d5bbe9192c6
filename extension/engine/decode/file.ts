import { createReadStream } from 'node:fs';
import { type CollectedRun, collectRuns, type RunsCollector } from '../../agent';
import { throwIfCancelled, unreadableError } from '../../base';
import { readInMemory } from '../recording';
import { buildPass, type RunPass } from '../../runs';
import {
  type Decoder,
  type DecoderOptions,
  type DecodeSummary,
  eventTitle,
  FIRST_MODULE_EVENT,
  moduleEventNumber,
  newDecoder,
  NO_DESCRIPTION,
  type Recording,
  summariseRecording,
} from '../../systemview';

const chunkBytes = 1 << 20;

/** The contents of a decoded file. */
export interface DecodedFile {
  readonly summary: DecodeSummary;
  readonly runs: readonly CollectedRun[];
  readonly problems: readonly string[];
  /** Names of the counted events. */
  readonly names: ReadonlyMap<string, string>;
}

export interface DecodeFileOptions {
  readonly signal: AbortSignal;
  readonly decoder?: DecoderOptions;
  /** Called between chunks; false ends the reading early. */
  readonly onChunk?: () => Promise<boolean>;
}

function* splitBytes(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Decodes a file piece by piece: memory grows with the benchmark samples in it, not with its size. */
export async function decodeFile(path: string, options: DecodeFileOptions): Promise<DecodedFile> {
  const decoder = newBenchmarkDecoder(options.decoder);
  const { signal, onChunk } = options;
  const made = await readInMemory(path);
  const chunks = made
    ? splitBytes(made.recording)
    : createReadStream(path, { highWaterMark: chunkBytes, signal });
  try {
    for await (const chunk of chunks) {
      decoder.push(chunk as Uint8Array);
      if (onChunk && !(await onChunk())) break;
    }
  } catch (error) {
    throwIfCancelled(signal);
    throw unreadableError(path, error);
  }
  const recording = decoder.finish();
  const summary = summariseRecording(recording, path);
  const { collector } = decoder;
  return {
    summary,
    runs: collector.runs(),
    problems: [...(made?.problems ?? []), ...collector.problems()],
    names: collectNames(recording, summary),
  };
}

function collectNames(
  { streams }: Recording,
  { cores }: DecodeSummary,
): ReadonlyMap<string, string> {
  const counted = new Set(cores.flatMap((core) => Object.keys(core.countsById)));
  const named = streams.flatMap(({ knowledge }) => {
    const context = { knowledge, description: NO_DESCRIPTION };
    return [...counted].map((id) => [id, eventTitle(context, Number(id))] as const);
  });
  return new Map(named);
}

/** Decodes a recording and collects the benchmark runs in it on the way. */
export interface BenchmarkDecoder extends Decoder {
  readonly collector: RunsCollector;
}

/** A decoder for files and live streams; `onPacket` sees every packet that it asks for. */
export function newBenchmarkDecoder(options: DecoderOptions = {}): BenchmarkDecoder {
  const collector = collectRuns();
  const decoder = newDecoder({
    ...options,
    onPacket: (packet, knowledge) => {
      options.onPacket?.(packet, knowledge);
      if (packet.id < FIRST_MODULE_EVENT) return;
      const number = moduleEventNumber(knowledge, 'cyclescope', packet.id);
      if (number !== undefined) collector.push(number, packet.payload, packet.ticks);
    },
    onLoss: (what) => {
      options.onLoss?.(what);
      collector.reportDamage(what);
    },
  });
  return { ...decoder, collector };
}

const noStream = { bytes: 0, events: 0, overflows: 0, lostPackets: 0 };

/** A benchmark run as far as its recording describes it, as a pass of a run record. */
function toPass(runs: readonly CollectedRun[], build: RunPass['build']): RunPass {
  const facts = new Map(runs.flatMap((run) => [...run.facts]));
  const hooks = runs.some((run) => run.hooks) ? 1 : 0;
  return buildPass({
    build,
    recording: '',
    image: {
      sha256: '',
      compiler: facts.get('compiler') ?? '',
      flags: facts.get('flags') ?? '',
      hooks,
    },
    facts,
    runs: runs.map((run) => ({ run, repeat: 0 })),
    stream: noStream,
  });
}

function chooseBuild(run: CollectedRun): RunPass['build'] {
  return run.hooks || run.traced ? 'traced' : 'headline';
}

/** The benchmark runs of a recording as passes, for tables and reports. */
export function toPasses(runs: readonly CollectedRun[]): readonly RunPass[] {
  return (['headline', 'traced'] as const).flatMap((build) => {
    const own = runs.filter((run) => chooseBuild(run) === build);
    return own.length === 0 ? [] : [toPass(own, build)];
  });
}

/** The part of a run record that describes a pass's stream. */
export function streamTotals({ streams }: Recording): RunPass['stream'] {
  const tallies = streams.flatMap((stream) => stream.tallies);
  const sum = (value: (tally: (typeof tallies)[number]) => number) =>
    tallies.reduce((total, tally) => total + value(tally), 0);
  return {
    bytes: sum((tally) => tally.bytes),
    events: sum((tally) => tally.events),
    overflows: sum((tally) => tally.overflows),
    lostPackets: sum((tally) => tally.lost),
  };
}

/** One benchmark run as `decode --json` prints it, with exact distributions. */
export function runSummary(run: CollectedRun): object {
  const { clocks, operations, problems } = toPass([run], chooseBuild(run));
  const { status, attempted, stored, reason } = run.end ?? { status: 'incomplete' };
  return {
    run: run.run,
    suite: run.suite,
    hooks: run.hooks,
    traced: run.traced,
    status,
    attempted,
    stored,
    reason: reason === '' ? undefined : reason,
    clock: clocks[0] ?? null,
    facts: Object.fromEntries(run.facts),
    operations,
    problems,
  };
}

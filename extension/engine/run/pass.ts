import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectedRun } from '../../agent';
import { cancellationError } from '../../base';
import { CACHE_HINT } from '../../rtt';
import { buildPass, type PassRun, type RunPass } from '../../runs';
import { svdatHeader } from '../../systemview';
import type { Execution, TargetLink } from '../../targets';
import { type BenchmarkDecoder, markDisturbed, newBenchmarkDecoder, streamTotals } from '../decode';
import { openRecording, type RecordingFile } from '../run-folder';
import { LAST_READING_MS, watchConditions } from './conditions';
import { type HushWatch, watchBlocks } from './hush';
import { type RunTimes, watchRunTimes } from './clock-rate';
import { onceFree } from './once-free';
import { selectBenches } from './plan';
import { watchProgress } from './progress';
import { type AnsweredRun, newSession, type Repeats, runSession, type Session } from './session';
import type { Pass, RunContext, RunSpec } from './spec';

/** The time for which both channels may be silent before a run is given up, by default. */
export const SILENCE_SECONDS = 120;

/** The time to wait for the last bytes of an agent that was given up. */
const drainMs = 1000;

/** The losses of a stream are known only at its end. */
export const NO_LOSS = { bytes: 0, events: 0, overflows: 0, lostPackets: 0 };

export interface PassOutcome {
  readonly pass: RunPass;
  readonly notes: readonly string[];
  /** Every run came to its end, in the stream as on the control line. */
  readonly isComplete: boolean;
  /** Why the pass ended early. */
  readonly error: unknown;
  /** The values in the order of measurement. */
  readonly runs: readonly CollectedRun[];
  /** The executed instructions, if the pass recorded them to its end. */
  readonly execution: Execution | undefined;
}

/** Opens a target; if it is in use, as soon as it is free and within the time to wait for it. */
export async function openLink(
  { flash, waitSeconds, patterns }: RunSpec,
  { target, image, execution }: Pick<Pass, 'target' | 'image' | 'execution'>,
  { onMessage, onWaiting, onDeploy }: Omit<RunContext, 'resolveTarget' | 'signal'>,
  signal: AbortSignal,
): Promise<TargetLink> {
  // The signal that opening listens to: afterwards an abort must reach the agent as `stop`.
  const opening = new AbortController();
  const forward = () => opening.abort(signal.reason);
  signal.addEventListener('abort', forward);
  if (signal.aborted) forward();
  const options = {
    signal: opening.signal,
    log: { info: onMessage, debug: () => undefined },
    ...(onDeploy && { onDeploy }),
    ...flash,
    execution,
    benches: selectBenches(image.manifest.benches, patterns),
  };
  const patience = { waitSeconds, signal: opening.signal, onMessage, onWaiting };
  try {
    return await onceFree(() => target.open(image, options), patience);
  } finally {
    signal.removeEventListener('abort', forward);
  }
}

async function drainBriefly(link: TargetLink): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, drainMs)));
  await Promise.race([link.drain().catch(() => undefined), late]);
  clearTimeout(timer);
}

/** Matches each collected run with its repeat and its summary on the control line. */
function pair(
  runs: readonly CollectedRun[],
  { answered, repeat: last }: Session,
): readonly PassRun[] {
  let next = 0;
  return runs.map((run) => {
    const found = answered.findIndex((each, index) => index >= next && each.run === run.run);
    const match = answered[found];
    if (match) next = found + 1;
    const repeat = match?.repeat ?? answered[next]?.repeat ?? last;
    return { run, repeat, replies: match?.operations };
  });
}

/** Operations on the control line that are missing in the stream. */
function listMissingValues(
  runs: readonly PassRun[],
  answered: readonly AnsweredRun[],
): readonly string[] {
  return answered.flatMap(({ run, repeat, operations }) => {
    const received = runs
      .filter((each) => each.repeat === repeat && each.run.run === run)
      .flatMap((each) => each.run.operations.map(({ suite, name }) => `${suite}/${name}`));
    return operations
      .filter(({ name, stored }) => stored > 0 && !received.includes(name))
      .map(
        ({ name, stored }) => `${name}: none of its ${stored} stored values arrived in the stream.`,
      );
  });
}

/** Explains why a traced pass has no kernel events. */
function kernelNote({ image }: Pass, { hello }: Session): readonly string[] {
  const kernelTrace = hello?.values['kernel_trace'] ?? '';
  const isTraced = image.manifest.build === 'traced';
  return isTraced && kernelTrace.startsWith('not available')
    ? [`Kernel events: ${kernelTrace}.`]
    : [];
}

/** This stream was complete, but a host that cannot see the cache could miss data. */
function cacheNote({ hello }: Session): readonly string[] {
  const rttMemory = hello?.values['rtt_memory'] ?? '';
  if (!rttMemory.startsWith('cached')) return [];
  return [`The agent's RTT buffers are in memory that is ${rttMemory}. ${CACHE_HINT}`];
}

/** Everything that follows a pass while it runs. */
interface Following {
  readonly session: Session;
  readonly recording: RecordingFile;
  readonly decoder: BenchmarkDecoder;
  readonly blocks: HushWatch;
  readonly times: RunTimes;
  execution: Execution | undefined;
}

/** Measures some repeats with a target opened for them; resolves to why they ended early. */
async function attempt(
  spec: RunSpec,
  pass: Pass,
  repeats: Repeats,
  context: RunContext,
  following: Following,
): Promise<unknown> {
  const { session, recording, decoder, blocks, times } = following;
  const signal = AbortSignal.any([context.signal, recording.failed]);
  const { build } = pass.image.manifest;
  const progress = watchProgress(build, context.onProgress, decoder.collector, session);
  let link: TargetLink | undefined;
  let lastStream = 0;
  let hasEnded = false;
  try {
    const opened = await openLink(spec, pass, context, signal);
    link = opened;
    session.conditions ??= await watchConditions(pass.target, signal);
    session.hardware = link.facts;
    session.disturbance = link.disturbance ?? session.disturbance;
    await noteFindings(pass, session);
    link.onStream((bytes) => {
      lastStream = performance.now();
      // First, because the agent may begin to measure at once.
      blocks.around(opened, () => decoder.push(bytes));
      recording.append(bytes);
      progress.noteArrival();
    });
    await runSession(link, session, spec, pass, repeats, {
      signal,
      silenceMs: 1000 * (spec.silenceSeconds ?? SILENCE_SECONDS),
      lastStream: () => lastStream,
      onData: progress.receive,
      runsBegun: times.countStarts,
      afterLine: async () => {
        if (!session.conditions?.isDue) return;
        await session.conditions.read(signal);
        await noteFindings(pass, session);
      },
    });
    await link.rest?.();
    session.disturbance ??= await link.findDoubt?.();
    await session.conditions.read(signal);
    await noteFindings(pass, session);
    following.execution = await link.takeExecution?.();
    hasEnded = true;
    return undefined;
  } catch (error) {
    if (link) await drainBriefly(link);
    return error;
  } finally {
    await link?.close();
    context.onQuiet?.();
    // Only now: a target that was stopped must be quiet within a short time.
    if (!hasEnded) await session.conditions?.read(AbortSignal.timeout(LAST_READING_MS));
  }
}

/** Keeps what a recording does not contain, in case the run is never ended. */
async function noteFindings(
  { draft, recording }: Pass,
  { hardware, disturbance, conditions }: Session,
): Promise<void> {
  await draft?.note(recording.name, {
    facts: hardware,
    disturbance,
    conditions: conditions?.found,
  });
}

/** Measures all repeats of a pass, or as many as it gets turns for. */
async function measureRepeats(
  spec: RunSpec,
  pass: Pass,
  context: RunContext,
  following: Following,
  measured: () => RunPass,
): Promise<unknown> {
  const { turns } = context;
  if (!turns) {
    return attempt(spec, pass, { first: 0, count: pass.repeat }, context, following);
  }
  for (let repeat = 0; ; repeat += 1) {
    const patterns = await turns.next(repeat, measured);
    // Without a single turn: the other side's run has ended before.
    if (patterns === undefined) return following.session.sent > 0 ? undefined : cancellationError();
    const own = patterns.length > 0 ? { ...spec, patterns } : spec;
    const error = await attempt(own, pass, { first: repeat, count: 1 }, context, following);
    if (error !== undefined) return error;
  }
}

/** The fields of a record that follow only from the image. */
export function imageFields(manifest: Pass['image']['manifest']): RunPass['image'] {
  const { sha256, compiler, flags, hooks, revision } = manifest;
  return { sha256, compiler, flags, hooks, revision };
}

/** The record of what a pass has measured so far. */
function assemblePass(
  { image: { manifest }, recording: { name } }: Pass,
  { session, decoder }: Following,
  runs: readonly PassRun[],
  stream: RunPass['stream'],
): RunPass {
  return buildPass({
    build: manifest.build,
    recording: name,
    image: imageFields(manifest),
    facts: new Map(Object.entries({ ...session.hello?.values, ...session.hardware })),
    conditions: session.conditions?.found,
    runs,
    stream,
    problems: [
      ...new Set(session.problems),
      ...decoder.collector.problems(),
      ...listMissingValues(runs, session.answered),
    ],
  });
}

/** Runs one pass; after a failure, returns it together with what was measured until then. */
export async function runPass(
  spec: RunSpec,
  pass: Pass,
  context: RunContext,
): Promise<PassOutcome> {
  const { manifest } = pass.image;
  const { folder, name } = pass.recording;
  const path = join(folder, name);
  const header = svdatHeader({
    recorded: new Date(),
    author: 'Cyclescope',
    title: pass.target.title,
    description: `${manifest.build} pass`,
  });
  const recording = await openRecording(path, header);
  const session = newSession();
  const times = watchRunTimes();
  const blocks = watchBlocks(manifest.benches);
  const decoder = newBenchmarkDecoder({
    onPacket: (...packet) => {
      times.onPacket(...packet);
      blocks.onPacket(...packet);
    },
  });
  const following: Following = { session, recording, decoder, blocks, times, execution: undefined };
  const error = await measureRepeats(spec, pass, context, following, () =>
    assemblePass(pass, following, pair(decoder.collector.runs(), session), NO_LOSS),
  );
  await recording.close();
  if (session.sent === 0) {
    await rm(path);
    throw error;
  }
  const stream = streamTotals(decoder.finish());
  const judged = times.judge(decoder.collector.runs());
  const collected = judged.map((run) => markDisturbed(run, session.disturbance));
  const runs = pair(collected, session);
  const ended = runs.filter(({ run, replies }) => replies && run.end);
  const isComplete = error === undefined && ended.length === session.sent;
  const notes = [
    ...session.notes,
    ...kernelNote(pass, session),
    ...cacheNote(session),
    ...blocks.notes(),
  ];
  const measured = assemblePass(pass, following, runs, stream);
  const { execution } = following;
  return {
    pass: measured,
    notes: [...new Set(notes)],
    isComplete,
    error,
    runs: collected,
    execution,
  };
}

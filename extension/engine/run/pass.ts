import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectedRun } from '../../core/agent/collected';
import { type PassRun, buildPass } from '../../core/runs/pass';
import type { RunPass } from '../../core/runs/record';
import { type BenchmarkDecoder, newBenchmarkDecoder } from '../decode/benchmarks';
import { svdatHeader } from '../../core/systemview';
import { CACHE_HINT } from '../../targets/rtt-link/failures';
import type { TargetLink } from '../../targets/target';
import { watchRunTimes } from './clock-rate';
import { doubted } from './doubted';
import { type HushWatch, watchBlocks } from './hush';
import { watchProgress } from './progress';
import { type RecordingFile, openRecording } from './recording';
import type { PassRequest } from './request';
import { streamTotals } from './stream-totals';
import { type SaidRun, type Session, newSession, runSession } from './session';

/** How long the last bytes of an agent that was given up are waited for. */
const drainMs = 1000;

export interface PassOutcome {
  readonly pass: RunPass;
  readonly notes: readonly string[];
  /** Every run came to its end, in the stream as on the control line. */
  readonly isComplete: boolean;
  /** Why the pass ended early. */
  readonly error: unknown;
}

/** The signal that opening listens to: afterwards an abort must reach the agent as `stop`. */
async function openLink(request: PassRequest, signal: AbortSignal): Promise<TargetLink> {
  const opening = new AbortController();
  const forward = () => opening.abort(signal.reason);
  signal.addEventListener('abort', forward);
  if (signal.aborted) forward();
  try {
    return await request.target.open(request.image, {
      signal: opening.signal,
      log: { info: request.onMessage, debug: () => undefined },
      ...(request.onDeploy && { onDeploy: request.onDeploy }),
      ...request.flash,
    });
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

/** Says which repetition each collected run belongs to, and what the control line told of it. */
function pair(runs: readonly CollectedRun[], { said, repeat: last }: Session): readonly PassRun[] {
  let next = 0;
  return runs.map((run) => {
    const found = said.findIndex((each, index) => index >= next && each.run === run.run);
    const match = said[found];
    if (match) next = found + 1;
    const repeat = match?.repeat ?? said[next]?.repeat ?? last;
    return { run, repeat, replies: match?.operations };
  });
}

/** Operations of which the control line tells and the stream does not. */
function unheard(runs: readonly PassRun[], said: readonly SaidRun[]): readonly string[] {
  return said.flatMap(({ run, repeat, operations }) => {
    const heard = runs
      .filter((each) => each.repeat === repeat && each.run.run === run)
      .flatMap((each) => each.run.operations.map(({ suite, name }) => `${suite}/${name}`));
    return operations
      .filter(({ name, stored }) => stored > 0 && !heard.includes(name))
      .map(({ name, stored }) => `${name}: the stream lacks all of its ${stored} values.`);
  });
}

/** A traced pass that shows no kernel events says why. */
function kernelNote({ plan }: PassRequest, { hello }: Session): readonly string[] {
  const said = hello?.values['kernel_trace'] ?? '';
  return plan.traced && said.startsWith('not available') ? [`Kernel events: ${said}.`] : [];
}

/** What came through was whole; what a host without a look into the cache would see is not said. */
function cacheNote({ hello }: Session): readonly string[] {
  const said = hello?.values['rtt_memory'] ?? '';
  if (!said.startsWith('cached')) return [];
  return [`The agent's RTT buffers lie in memory that is ${said}. ${CACHE_HINT}`];
}

async function attempt(
  request: PassRequest,
  session: Session,
  recording: RecordingFile,
  { decoder, blocks }: { readonly decoder: BenchmarkDecoder; readonly blocks: HushWatch },
): Promise<unknown> {
  const signal = AbortSignal.any([request.signal, recording.failed]);
  const progress = watchProgress(request, decoder.collector, session);
  let link: TargetLink | undefined;
  let lastStream = 0;
  try {
    const opened = await openLink(request, signal);
    link = opened;
    session.disturbance = link.disturbance;
    link.onStream((bytes) => {
      lastStream = performance.now();
      // First, because the agent may begin to measure at once.
      blocks.around(opened, () => decoder.push(bytes));
      recording.append(bytes);
      progress.arrived();
    });
    await runSession(link, session, request, {
      signal,
      silenceMs: request.silenceMs,
      lastStream: () => lastStream,
      onData: progress.heard,
    });
    return undefined;
  } catch (error) {
    if (link) await drainBriefly(link);
    return error;
  } finally {
    await link?.close();
    request.onQuiet?.();
  }
}

/** Runs one pass; what was measured before a failure is kept beside the failure. */
export async function runPass(request: PassRequest): Promise<PassOutcome> {
  const { folder, name } = request.recording;
  const path = join(folder, name);
  const header = svdatHeader({
    recorded: new Date(),
    author: 'Cyclescope',
    title: request.target.title,
    description: `${request.image.manifest.build} pass`,
  });
  const recording = await openRecording(path, header);
  const session = newSession();
  const times = watchRunTimes();
  const blocks = watchBlocks(request.image.manifest.benches);
  const decoder = newBenchmarkDecoder({
    onPacket: (...packet) => {
      times.onPacket(...packet);
      blocks.onPacket(...packet);
    },
  });
  const error = await attempt(request, session, recording, { decoder, blocks });
  await recording.close();
  if (session.sent === 0) {
    await rm(path);
    throw error;
  }
  const stream = streamTotals(decoder.finish());
  const { sha256, compiler, flags, hooks, build } = request.image.manifest;
  const judged = times.judge(decoder.collector.runs());
  const { disturbance } = session;
  const collected =
    disturbance === undefined ? judged : judged.map((run) => doubted(run, disturbance));
  const runs = pair(collected, session);
  const pass = buildPass({
    build,
    recording: name,
    image: { sha256, compiler, flags, hooks },
    facts: new Map(Object.entries(session.hello?.values ?? {})),
    runs,
    stream,
    problems: [
      ...session.problems,
      ...decoder.collector.problems(),
      ...unheard(runs, session.said),
    ],
  });
  const ended = runs.filter(({ run, replies }) => replies && run.end);
  const isComplete = error === undefined && ended.length === session.sent;
  const notes = [
    ...session.notes,
    ...kernelNote(request, session),
    ...cacheNote(session),
    ...blocks.notes(),
  ];
  return { pass, notes, isComplete, error };
}

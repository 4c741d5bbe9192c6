import { countEach, sumCounts, TargetError } from '../../base';
import type { BoardSetup } from '../setup';
import type { PcBatch, SampledPcs, SampleOptions } from '../target';
import { newBatchList, countBatchSamples } from './batches';
import { type BoardResources, bringUp } from './bring-up';
import { makeStopError } from './examine';
import { explainServerFailure } from './failures';
import { atProbe, usable } from './probe';
import type { DrivenServer, PcReader } from './server';
import { samplingServers } from './servers';
import { openTasks } from './tasks';

const DHCSR = 0xe000edf0;
const S_HALT = 1 << 17;
const S_RESET_ST = 1 << 25;
const DEMCR = 0xe000edfc;
const TRCENA = 1 << 24;
/** The value of DWT_PCSR when it has no address, as on a core that sleeps. */
const NO_ADDRESS = 0xffff_ffff;

/** For how long an address is waited for: a core may sleep between two ticks. */
const LOOK_MS = 1000;
/** The interval at which the core itself is examined. */
const CHECK_MS = 1000;
/** The most frequent addresses, whose code is compared with a program's. */
const COMPARED = 32;

/**
 * Samples the program counter of whatever runs on a board. Nothing is deployed, and the core is neither
 * reset nor, without consent, stopped.
 */
export async function sampleBoard(
  board: BoardSetup,
  options: SampleOptions,
  resources: BoardResources = {},
): Promise<SampledPcs> {
  const { server, sampling } = requireSampling(board);
  const { command = server.command, ready = server.ready } = sampling;
  const life = new AbortController();
  // Once the core can be reached, a cancel waits until that is left as it was.
  const cancel = () => life.abort();
  options.signal.addEventListener('abort', cancel, { once: true });
  if (options.signal.aborted) cancel();
  return atProbe(board, { ...options, signal: life.signal }, resources, async (undertaking) => {
    const serving = { ...undertaking, server: { ...server, command, ready } };
    const sampled = await bringUp(serving, async ({ ports, process }, witness) => {
      const { folder } = undertaking;
      const reader = await sampling.open({ ports, folder, signal: undertaking.life.signal });
      options.signal.removeEventListener('abort', cancel);
      try {
        const pcs = await leaveAsFound(reader, () => sample(reader, options, serving.server));
        await process?.end();
        return pcs;
      } catch (error) {
        throw await explainServerFailure(error, witness, 'target-gone', 'Sampling broke off');
      }
    });
    await undertaking.close();
    return sampled;
  }).finally(() => options.signal.removeEventListener('abort', cancel));
}

/** Refuses a board whose core cannot be sampled, before anything is started. */
export function refuseUnsampled(board: BoardSetup): void {
  requireSampling(board);
}

function requireSampling(board: BoardSetup) {
  const { server } = usable(board);
  const { sampling } = server;
  if (sampling === undefined) throw cannotSample(server);
  return { server, sampling };
}

type Sampled = Omit<SampledPcs, 'wasTraceOff'>;

/** Switches the trace unit on if need be, and off again. */
async function leaveAsFound(reader: PcReader, act: () => Promise<Sampled>): Promise<SampledPcs> {
  if (isHalted(await reader.readWord(DHCSR))) throw await closeWithHaltError(reader);
  const now = await reader.readWord(DEMCR);
  const before = reader.controlBefore ?? now;
  const wasTraceOff = (before & TRCENA) === 0;
  const restore = async () => {
    if (wasTraceOff) await reader.writeWord(DEMCR, before);
    await reader.release();
    await reader.close();
  };
  try {
    if ((now & TRCENA) === 0) await reader.writeWord(DEMCR, (now | TRCENA) >>> 0);
    const sampled = await act();
    await restore();
    return { ...sampled, wasTraceOff };
  } catch (error) {
    // The original failure explains more than what could not be restored because of it.
    await restore().catch(reader.close);
    throw error;
  }
}

async function closeWithHaltError(reader: PcReader): Promise<TargetError> {
  await reader.close();
  return new TargetError(
    'start-failed',
    'The core is stopped: a debugger has halted it, or it waits at a breakpoint',
    'Let it run, and end the debug session.',
  );
}

async function sample(
  reader: PcReader,
  options: SampleOptions,
  { title, sampling }: DrivenServer,
): Promise<Sampled> {
  const { seconds, allowHalt = false, signal, findWord, onProgress } = options;
  const why = await whyNoAddress(reader, signal);
  const isHalting = why !== undefined;
  if (isHalting && !allowHalt) throw needsHalt(why, title);
  const stop = async () => [{ counts: countEach(await reader.halt()) }];
  const tasks = isHalting ? undefined : await openTasks(reader, options);
  const next = isHalting ? stop : (tasks?.sample ?? reader.sample);
  const usual = sampling?.way ?? '';
  const chosen = next === reader.sample ? await reader.chooseWay?.() : undefined;
  const list = newBatchList();
  let [resets, samples] = [0, 0];
  const start = performance.now();
  const measureElapsed = () => performance.now() - start;
  for (let checked = start; measureElapsed() < seconds * 1000;) {
    refuseCancelled(signal);
    for (const batch of await next()) {
      list.add(batch);
      samples += countBatchSamples(batch);
    }
    onProgress?.(samples, measureElapsed());
    if (performance.now() - checked < CHECK_MS) continue;
    checked = performance.now();
    resets += (await examineCore(reader)) ? 1 : 0;
  }
  const milliseconds = measureElapsed();
  const batches = list.all();
  await examineCore(reader);
  const different = findWord === undefined ? [] : await compareCode(reader, batches, findWord);
  const way = isHalting ? 'the program counter, core stopped' : (chosen ?? usual);
  const found = await tasks?.finish(batches, milliseconds);
  return { batches, way, milliseconds, isHalting, resets, different, ...found };
}

/** Finds out whether the core was reset since the last look, and switches its trace unit on again. */
async function examineCore(reader: PcReader): Promise<boolean> {
  const status = await reader.readWord(DHCSR);
  if (isHalted(status)) throw makeStopError();
  const control = await reader.readWord(DEMCR);
  if ((control & TRCENA) === 0) await reader.writeWord(DEMCR, (control | TRCENA) >>> 0);
  return (status & S_RESET_ST) !== 0;
}

const isHalted = (status: number) => (status & S_HALT) !== 0;

function refuseCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TargetError('cancelled', 'Sampling was cancelled');
}

/** The value that DWT_PCSR keeps reading, if that is no address. */
async function whyNoAddress(reader: PcReader, signal: AbortSignal): Promise<string | undefined> {
  const isAddress = (word: number) => word !== 0 && word !== NO_ADDRESS;
  const seen = new Set<number>();
  for (const start = performance.now(); performance.now() - start < LOOK_MS;) {
    refuseCancelled(signal);
    const words = await reader.look();
    if (words.some(isAddress)) return undefined;
    words.forEach((word) => seen.add(word));
    // A core without the register reads zero from the first word on.
    if (seen.size === 1 && seen.has(0)) break;
  }
  return seen.has(NO_ADDRESS) ? 'all ones' : '0';
}

function needsHalt(reads: string, title: string): TargetError {
  const why =
    reads === '0'
      ? 'this core does not implement it, or a debugger may not read it'
      : 'the core sleeps all the time, or a debugger may not read where it is';
  return new TargetError(
    'halt-not-allowed',
    `The register with the program counter (DWT_PCSR) reads ${reads} over ${title}: ${why}`,
    'Stopping the core for each sample works on every core, but disturbs the firmware.',
  );
}

function cannotSample({ title }: DrivenServer): TargetError {
  return new TargetError(
    'start-failed',
    `${title} cannot sample firmware: none of its commands has been tried to read a register of a running core many times`,
    `Use ${samplingServers} for this probe: both drive J-Link, ST-LINK and CMSIS-DAP probes.`,
  );
}

/** Compares a program with what is in the target's memory, where the core was most often. */
async function compareCode(
  reader: PcReader,
  batches: readonly PcBatch[],
  findWord: (address: number) => number | undefined,
): Promise<readonly number[]> {
  const frequent = [...sumCounts(batches.map(({ counts }) => counts))]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COMPARED);
  const different: number[] = [];
  for (const [pc] of frequent) {
    const word = (pc & ~3) >>> 0;
    const wanted = findWord(word);
    if (wanted !== undefined && (await reader.readWord(word)) !== wanted) different.push(pc);
  }
  return different;
}

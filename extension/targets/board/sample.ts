import { countEach, groupBy, sumCounts, sumGroupedCounts, TargetError } from '../../base';
import type { BoardSetup } from '../setup';
import type { PcBatch, SampledPcs, SampleOptions, TaskVariable } from '../target';
import { type BoardPlaces, bringUp } from './bring-up';
import { unexpectedStop } from './examine';
import { explainServerFailure } from './failures';
import { atProbe, usable } from './probe';
import type { DrivenServer, PcReader } from './server';
import { samplingServers } from './servers';

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
/** Enough batches to see how much they differ; more are merged in pairs. */
const MOST_BATCHES = 512;
/** The most frequent addresses, whose code is compared with a program's. */
const COMPARED = 32;

/**
 * Samples the program counter of whatever runs on a board. Nothing is deployed, and the core is neither
 * reset nor, without consent, stopped.
 */
export async function sampleBoard(
  board: BoardSetup,
  options: SampleOptions,
  places: BoardPlaces = {},
): Promise<SampledPcs> {
  const { server, sampling } = samplingOf(board);
  const { command = server.command, ready = server.ready } = sampling;
  const life = new AbortController();
  // Once the core can be reached, a cancel waits until that is left as it was.
  const cancel = () => life.abort();
  options.signal.addEventListener('abort', cancel, { once: true });
  if (options.signal.aborted) cancel();
  return atProbe(board, { ...options, signal: life.signal }, places, async (undertaking) => {
    const serving = { ...undertaking, server: { ...server, command, ready } };
    const sampled = await bringUp(serving, async ({ ports, process }, witness) => {
      const { folder } = undertaking;
      const reader = await sampling.open({ ports, folder, signal: undertaking.life.signal });
      options.signal.removeEventListener('abort', cancel);
      try {
        const pcs = await leaveAsFound(reader, () => sample(reader, options, server));
        await process?.end();
        return { ...pcs, way: wayOf(pcs, options, sampling.way) };
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
  samplingOf(board);
}

function samplingOf(board: BoardSetup) {
  const { server } = usable(board);
  const { sampling } = server;
  if (sampling === undefined) throw cannotSample(server);
  return { server, sampling };
}

function wayOf({ isHalting }: Sampled, { task }: SampleOptions, way: string): string {
  if (isHalting) return 'the program counter, core stopped';
  return task ? `DWT_PCSR and ${task.name} in turns, word by word` : way;
}

type Sampled = Omit<SampledPcs, 'way' | 'wasTraceOff'>;

/** Switches the trace unit on if need be, and off again. */
async function leaveAsFound(
  reader: PcReader,
  act: () => Promise<Sampled>,
): Promise<Omit<SampledPcs, 'way'>> {
  if (isHalted(await reader.readWord(DHCSR))) throw await haltedBefore(reader);
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

async function haltedBefore(reader: PcReader): Promise<TargetError> {
  await reader.close();
  return new TargetError(
    'start-failed',
    'The core is stopped: a debugger has halted it, or it waits at a breakpoint',
    'Let it run, and end the debug session.',
  );
}

async function sample(
  reader: PcReader,
  { seconds, allowHalt = false, task, signal, wordOf, onProgress }: SampleOptions,
  { title }: DrivenServer,
): Promise<Sampled> {
  const why = await whyNoAddress(reader, signal);
  const isHalting = why !== undefined;
  if (isHalting && !allowHalt) throw needsHalt(why, title);
  const stop = async () => ({ counts: countEach(await reader.halt()) });
  const run = task ? async () => sampleTasks(await reader.lookWith(task.address)) : reader.sample;
  const next = isHalting ? stop : run;
  let batches: readonly PcBatch[] = [];
  let [resets, samples] = [0, 0];
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  for (let checked = start; elapsed() < seconds * 1000;) {
    refuseCancelled(signal);
    const batch = await next();
    batches = batches.length < MOST_BATCHES ? [...batches, batch] : [...inPairs(batches), batch];
    samples += sampleCountOf(batch);
    onProgress?.(samples, elapsed());
    if (performance.now() - checked < CHECK_MS) continue;
    checked = performance.now();
    resets += (await examineCore(reader)) ? 1 : 0;
  }
  const milliseconds = elapsed();
  await examineCore(reader);
  const different = wordOf === undefined ? [] : await compareCode(reader, batches, wordOf);
  const taskNames = task && (await readTaskNames(reader, task, batches));
  return { batches, milliseconds, isHalting, resets, different, taskNames };
}

/** Attributes addresses to tasks: the words are a task, an address, a task, and so on. */
function sampleTasks(words: readonly number[]): PcBatch {
  const samples = Array.from({ length: (words.length - 1) >> 1 }, (_, at) => {
    const [before = 0, pc = 0, after] = words.slice(2 * at);
    return { pc, task: before, isSwitch: before !== after };
  });
  const countPcs = (own: readonly { readonly pc: number }[]) => countEach(own.map(({ pc }) => pc));
  const byTask = groupBy(samples, ({ task }) => task);
  return {
    counts: countPcs(samples),
    byTask: new Map(Array.from(byTask, ([task, own]) => [task, countPcs(own)])),
    switches: samples.filter(({ isSwitch }) => isSwitch).length,
  };
}

/** The longest name that is read; FreeRTOS keeps 16 characters unless it is configured otherwise. */
const NAME_WORDS = 4;

/** Reads the names of the tasks that ran. */
async function readTaskNames(
  reader: PcReader,
  { nameOffset }: TaskVariable,
  batches: readonly PcBatch[],
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  if (nameOffset === undefined) return names;
  for (const task of new Set(batches.flatMap(({ byTask }) => [...(byTask?.keys() ?? [])]))) {
    if (task === 0) continue;
    const bytes = Buffer.alloc(4 * NAME_WORDS);
    for (let at = 0; at < NAME_WORDS; at++) {
      bytes.writeUInt32LE((await reader.readWord(task + nameOffset + 4 * at)) >>> 0, 4 * at);
    }
    const [name = ''] = bytes.toString('latin1').split('\0');
    if (/^[\x20-\x7e]+$/.test(name)) names.set(task, name);
  }
  return names;
}

/** Finds out whether the core was reset since the last look, and switches its trace unit on again. */
async function examineCore(reader: PcReader): Promise<boolean> {
  const status = await reader.readWord(DHCSR);
  if (isHalted(status)) throw unexpectedStop();
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
    `${title} cannot sample firmware: no documented command of it reads a register of a running core many times`,
    `Use ${samplingServers} for this probe: both drive J-Link, ST-LINK and CMSIS-DAP probes.`,
  );
}

function inPairs(batches: readonly PcBatch[]): PcBatch[] {
  return batches.flatMap((_, at) =>
    at % 2 === 0 ? [mergeBatches(batches.slice(at, at + 2))] : [],
  );
}

/** The number of samples of a batch. */
export function sampleCountOf({ counts, outside = 0 }: PcBatch): number {
  return [...counts.values()].reduce((sum, count) => sum + count, outside);
}

function mergeBatches(batches: readonly PcBatch[]): PcBatch {
  const byTask = batches.flatMap((batch) => batch.byTask ?? []);
  return {
    counts: sumCounts(batches.map(({ counts }) => counts)),
    outside: batches.reduce((sum, { outside = 0 }) => sum + outside, 0),
    switches: batches.reduce((sum, { switches = 0 }) => sum + switches, 0),
    ...(byTask.length > 0 && { byTask: sumGroupedCounts(byTask) }),
  };
}

/** Compares a program with what is in the target's memory, where the core was most often. */
async function compareCode(
  reader: PcReader,
  batches: readonly PcBatch[],
  wordOf: (address: number) => number | undefined,
): Promise<readonly number[]> {
  const frequent = [...sumCounts(batches.map(({ counts }) => counts))]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COMPARED);
  const different: number[] = [];
  for (const [pc] of frequent) {
    const word = (pc & ~3) >>> 0;
    const wanted = wordOf(word);
    if (wanted !== undefined && (await reader.readWord(word)) !== wanted) different.push(pc);
  }
  return different;
}

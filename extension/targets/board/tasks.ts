import { countEach, TargetError } from '../../base';
import { findRecorder, type Memory, type Recorder } from '../../rtt';
import type { PcBatch, SampledPcs, SampleOptions, TaskVariable } from '../target';
import { makeBatch, inLimits, inPieces, countBatchSamples } from './batches';
import type { PcReader, WordBlock } from './server';
import { newTaskJoin, type JoinedSamples, type Unjoined } from './task-join';

/*
 * Samples the tasks that run together with the program counter: by a recording of SystemView, which shows what ran at
 * each value of the cycle counter, and by the kernel's pointer to its current task. Both are read in turns with the
 * samples; the pointer counts where the recording cannot be joined with them.
 */

/** Samples tasks as well; the result replaces that of a plain profile. */
interface TaskSampling {
  /** Absent where nothing shows tasks: then the reader samples in its own way. */
  readonly sample?: PcReader['sample'] | undefined;
  readonly finish: (
    batches: readonly PcBatch[],
    milliseconds: number,
  ) => Promise<Partial<Pick<SampledPcs, 'batches' | 'way' | 'taskNames' | 'notes'>>>;
}

const CYCCNT = 0xe0001004;
const PCSR = 0xe000101c;
/** The cycle counter, and the program counter read at once. */
const CYCLES_AND_PC: WordBlock = { first: CYCCNT, last: PCSR };
const wordAt = (address: number): WordBlock => ({ first: address, last: address });

/** Turns between two answers, at first and at most. */
const FIRST_TURNS = 8;
const MOST_TURNS = 128;
/** A slow probe, or a busy computer, takes fewer turns at a time: no answer is to take much longer. */
const ANSWER_MS = 500;

/** Commands to the recorder. */
const START = 1;
const STOP = 2;
/** The longest event that a recorder usually writes. */
const LONGEST_EVENT = 128;

/** Finds out how the tasks of firmware can be sampled; undefined where nothing shows them. */
export async function openTasks(
  reader: PcReader,
  { task, recorder }: SampleOptions,
): Promise<TaskSampling | undefined> {
  const byPointer = task && sampleByPointer(reader, task);
  if (recorder === undefined) return byPointer;
  const found = await findRecorder(toMemory(reader), recorder);
  if ('problem' in found) return recorder.isLinked ? withNote(byPointer, found.problem) : byPointer;
  if (await countsCycles(reader)) return sampleByRecording(reader, found.value, task);
  return withNote(byPointer, 'the cycle counter (DWT_CYCCNT) does not count');
}

/** The longest time that the counter may stop: a core may sleep between two ticks. */
const COUNT_MS = 1000;

async function countsCycles(reader: PcReader): Promise<boolean> {
  const first = await reader.readWord(CYCCNT);
  for (const start = performance.now(); performance.now() - start < COUNT_MS;) {
    if ((await reader.readWord(CYCCNT)) !== first) return true;
  }
  return false;
}

/** Memory by words and single bytes. */
function toMemory(reader: PcReader): Memory {
  return {
    read: async (address, length) => {
      const first = address - (address % 4);
      const words = await reader.readWords(first, Math.ceil((address + length - first) / 4));
      const bytes = new Uint8Array(Uint32Array.from(words).buffer);
      return bytes.subarray(address - first, address - first + length);
    },
    write: async (address, bytes) => {
      if (address % 4 === 0 && bytes.length === 4) {
        const [a = 0, b = 0, c = 0, d = 0] = bytes;
        return reader.writeWord(address, (a | (b << 8) | (c << 16) | (d << 24)) >>> 0);
      }
      for (const [at, byte] of bytes.entries()) await reader.writeByte(address + at, byte);
    },
  };
}

/** The number of turns for the next answer, after one that took so long. */
function nextTurns(times: number, milliseconds: number): number {
  if (milliseconds > ANSWER_MS) return Math.max(1, times >> 1);
  return 4 * milliseconds < ANSWER_MS ? Math.min(MOST_TURNS, 2 * times) : times;
}

function sampleByPointer(reader: PcReader, task: TaskVariable): TaskSampling {
  let times = FIRST_TURNS;
  return {
    sample: async () => {
      const blocks = [wordAt(task.address), wordAt(PCSR)];
      const start = performance.now();
      const words = await reader.lookInTurns(blocks, times);
      times = nextTurns(times, performance.now() - start);
      const rows = inRows(words, 2);
      const samples = rows.map(([before = 0, pc = 0], at) => {
        const after = rows[at + 1]?.[0] ?? words.at(-1);
        return { pc, task: before, isSwitch: before !== after };
      });
      return inPieces(samples).map(makeBatch);
    },
    finish: async (batches) => ({
      way: `DWT_PCSR and ${task.name} in turns, word by word`,
      taskNames: await readTaskNames(reader, task, batches),
    }),
  };
}

/** Whole turns; words of the next one are left out. */
const inRows = (words: readonly number[], width: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.floor(words.length / width) }, (_, at) => {
    return words.slice(at * width, (at + 1) * width);
  });

async function sampleByRecording(
  reader: PcReader,
  recorder: Recorder,
  task: TaskVariable | undefined,
): Promise<TaskSampling> {
  const byPointer = task && sampleByPointer(reader, task);
  const pointer = task ? [wordAt(task.address)] : [];
  const blocks = [CYCLES_AND_PC, wordAt(recorder.progress), wordAt(CYCCNT), ...pointer];
  const join = newTaskJoin();
  let taken = 0;
  let times = 1;
  let broken: TargetError | undefined;
  /** Another program may read the ring, or the firmware begin anew: samples go on without it. */
  const attempt = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    if (broken !== undefined) return undefined;
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      broken = error;
      return undefined;
    }
  };
  // What is in the ring is older than the first sample.
  await attempt(recorder.take);
  await attempt(() => recorder.send([STOP, START]));
  return {
    sample: async () => {
      const start = performance.now();
      const words = await reader.lookInTurns(blocks, times);
      const milliseconds = performance.now() - start;
      const rows = inRows(words, task ? 5 : 4);
      const turns = rows.map(([cycles = 0, pc = 0, progress = 0, until = 0]) => {
        const { waiting, room } = recorder.fill(progress);
        return { cycles, pc, written: taken + waiting, isFull: room < LONGEST_EVENT, until };
      });
      // The ring is to be half full at most when it is read.
      const { waiting, room } = recorder.fill(rows.at(-1)?.[2] ?? 0);
      if (waiting > room) times = Math.max(1, times >> 1);
      else if (4 * waiting < room) times = nextTurns(times, milliseconds);
      else times = Math.min(times, nextTurns(times, milliseconds));
      const recorded = (await attempt(recorder.take)) ?? new Uint8Array();
      join.add(turns, recorded);
      taken += recorded.length;
      if (task) return inPieces(withPointers(rows)).map(makeBatch);
      return inPieces(turns).map((piece) => ({ counts: countEach(piece.map(({ pc }) => pc)) }));
    },
    finish: async (batches, milliseconds) => {
      const joined = broken === undefined ? join.finish() : undefined;
      if (joined?.wasRecording === false) await attempt(() => recorder.send([STOP]));
      if (joined?.isJoined) return describeJoined(joined);
      const why = joined === undefined ? `${broken?.message}` : whyNot(joined, milliseconds);
      if (byPointer) return withNote(byPointer, why).finish(batches, milliseconds);
      return { way: 'DWT_PCSR, word by word', notes: [formatNote(why)] };
    },
  };
}

/** Samples with the pointers that were read before and after them. */
const withPointers = (rows: readonly (readonly number[])[]) =>
  rows.map(([, pc = 0, , , after = 0], at) => {
    const before = rows[at - 1]?.[4] ?? after;
    return { pc, task: before, isSwitch: before !== after };
  });

function describeJoined({ batches, names, unknown, lost }: JoinedSamples) {
  const samples = batches.reduce((sum, batch) => sum + countBatchSamples(batch), 0);
  const dropped = lost === 0 ? '' : `, in which the recorder dropped ${lost} events`;
  const gaps = `The task of ${unknown} of ${samples} samples is unknown: they lie in gaps of the recording${dropped}.`;
  return {
    batches: inLimits(batches),
    way: "DWT_PCSR and DWT_CYCCNT at once, joined with SystemView's recording",
    taskNames: names,
    notes: unknown === 0 ? [] : [gaps],
  };
}

function whyNot({ events, frequency, cycles }: Unjoined, milliseconds: number): string {
  if (events === 0) return 'it recorded nothing';
  const named = frequency === undefined ? '' : ` (${frequency} per second)`;
  const counted = Math.round((cycles * 1000) / milliseconds);
  return `its time stamps${named} are not those of the cycle counter (${counted} per second)`;
}

const formatNote = (why: string) => `SystemView's recording was not used: ${why}.`;

function withNote(sampling: TaskSampling | undefined, why: string): TaskSampling {
  return {
    ...sampling,
    finish: async (...found) => ({
      ...(await sampling?.finish(...found)),
      notes: [formatNote(why)],
    }),
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
    const words = await reader.readWords(task + nameOffset, NAME_WORDS);
    const [name = ''] = Buffer.from(Uint32Array.from(words).buffer).toString('latin1').split('\0');
    if (/^[\x20-\x7e]+$/.test(name)) names.set(task, name);
  }
  return names;
}

import { normalPath } from '../../agent';
import { addCount, groupBy, remember, sumNumbers } from '../../base';
import { type SampleGroup, type Share, countPeriods, unseenShare } from '../../measure';
import type { Layer } from '../layers';
import { addressText, estimateHits, inGroups, type SampledBatch } from './batches';
import type { TaskShare } from './tasks';

/** The function and line of an address in a program. */
export interface CodeLocation {
  readonly function: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** A program as far as a flat profile needs it. */
export interface SampledProgram {
  readonly locate: (address: number) => CodeLocation | undefined;
  /** The program at an address: an instruction of two bytes, and a word. */
  readonly halfwordAt: (address: number) => number | undefined;
  readonly wordAt: (address: number) => number | undefined;
}

/** A function, or an address without one, with the share of the samples that hit it. */
export interface FlatRow extends Share {
  readonly name: string;
  readonly location?: CodeLocation | undefined;
  readonly samples: number;
  /** The core is idle there. */
  readonly isIdle: boolean;
  /** Its share including callees, where stacks were sampled. */
  readonly withCalls?: Share | undefined;
}

export interface FlatProfile {
  /** The largest share first. */
  readonly rows: readonly FlatRow[];
  /** Samples that the shares are of. */
  readonly samples: number;
  /** Idle samples, whether or not they count in the shares. */
  readonly idle: number;
  /** The largest share that a function without samples may have, as the upper end of an interval. */
  readonly unseen?: number | undefined;
  /** The times that shares went up and down while they were sampled, if those are few. */
  readonly periods?: number | undefined;
}

/** The value of DWT_PCSR when it has no address. */
export const NO_ADDRESS = 0xffff_ffff;
export const ASLEEP = '(no address: the core sleeps)';
export const OUTSIDE = '(outside the sampled addresses)';
const OTHER = '(no function)';

/** Functions of kernels that run when nothing else does, by their names. */
const IDLE =
  /^(?:prvIdleTask|vApplicationIdleHook|vPortSuppressTicksAndSleep|idle|idle_thread|arch_cpu_(?:atomic_)?idle|k_cpu_idle|osRtxIdleThread|__tx_ts_wait|nx_idle)$/;
/** The instructions WFI and WFE. */
const WAITING = new Set([0xbf30, 0xbf20]);

interface FlatOptions {
  /** Leave out samples where the core is idle. */
  readonly omitIdle?: boolean | undefined;
  /** An agent executes a benchmark: what is no part of the operation is left out, and counted. */
  readonly isBenchmark?: boolean | undefined;
}

/** Adds up sampled addresses: each function with its share of all samples, without callers. */
export function flatProfile(
  batches: readonly SampledBatch[],
  program: SampledProgram | undefined,
  { omitIdle = false, isBenchmark = false }: FlatOptions = {},
): FlatProfile & Pick<FirmwareSample, 'leftOut'> {
  const groups = inGroups(batches);
  const findRow = newRowFinder(program);
  const counted = groups.map((group) => countRows(group, findRow));
  const all = [...new Set(counted.flatMap((group) => [...group.keys()]))];
  const countSamples = (rows: readonly Row[]) => (group: ReadonlyMap<Row, number>) =>
    sumNumbers(rows.map((row) => group.get(row) ?? 0));
  const sumSamples = (rows: readonly Row[]) => sumNumbers(counted.map(countSamples(rows)));
  const byPart = groupBy(all, (row) => partOfRow(row, isBenchmark));
  const listRows = (part: Part) => byPart.get(part) ?? [];
  const idle = sumSamples(listRows('idle'));
  const leftOut = isBenchmark
    ? { clock: sumSamples(listRows('clock')), agent: sumSamples(listRows('agent')) }
    : undefined;
  const kept = [...listRows('operation'), ...(omitIdle ? [] : listRows('idle'))];
  const totals = counted.map(countSamples(kept));
  const courses = kept.map((row) =>
    counted.map((group, at): SampleGroup => ({
      hits: group.get(row) ?? 0,
      samples: totals[at] ?? 0,
    })),
  );
  const rows = kept.map((row, at): FlatRow => ({ ...row, ...estimateHits(courses[at] ?? []) }));
  return {
    rows: rows.sort((a, b) => b.samples - a.samples || (a.name < b.name ? -1 : 1)),
    samples: sumNumbers(totals),
    idle,
    unseen: unseenShare(courses),
    periods: countPeriods(courses),
    leftOut,
  };
}

type Row = Pick<FlatRow, 'name' | 'location' | 'isIdle'>;

/** The part of sampled firmware: the firmware itself or the operation, a core that is idle, or an agent's own work. */
type Part = 'operation' | 'idle' | 'clock' | 'agent';

/** Sources with which an agent prepares, reads the clock and sends values, between executions. */
const AGENTS_OWN =
  /(?:^|\/)(?:target-agent\/(?:core\/|boards\/|parts\/(?:systemview|uart)\/|ports\/[^/]+\/(?:port|start|stream|uart)\.c$)|SEGGER_\w+\.c$)/;
const CLOCKS = /(?:^|\/)target-agent\/clocks\//;

function partOfRow({ location, isIdle }: Row, isBenchmark: boolean): Part {
  const path = isBenchmark ? normalPath(location?.file ?? '') : '';
  if (CLOCKS.test(path)) return 'clock';
  if (AGENTS_OWN.test(path)) return 'agent';
  return isIdle ? 'idle' : 'operation';
}

/** The part of sampled firmware that an address belongs to. */
export const partOfAddress = (pc: number, program: SampledProgram, isBenchmark: boolean): Part =>
  partOfRow(toRow(pc, program), isBenchmark);

/** Finds the row of an address: the addresses of a name have the same one. */
function newRowFinder(program: SampledProgram | undefined): (pc: number) => Row {
  const rows = new Map<string, Row>();
  return remember((pc: number) => {
    const found = toRow(pc, program);
    const row = rows.get(found.name) ?? found;
    rows.set(found.name, row);
    return row;
  });
}

function toRow(pc: number, program: SampledProgram | undefined): Row {
  if (pc === NO_ADDRESS) return { name: ASLEEP, isIdle: true };
  if (program === undefined) return { name: addressText(pc), isIdle: false };
  const location = program.locate(pc);
  if (location === undefined) return { name: OTHER, isIdle: false };
  // A core that waits shows the instruction itself or the next one, whatever else the function does.
  const isWaiting = [pc, pc - 2].some((at) => WAITING.has(program.halfwordAt(at) ?? 0));
  const name = isWaiting ? `${location.function} (waits)` : location.function;
  return { name, location, isIdle: isWaiting || IDLE.test(location.function) };
}

function countRows(
  { counts, outside = 0 }: SampledBatch,
  findRow: (pc: number) => Row,
): ReadonlyMap<Row, number> {
  const rows = new Map<Row, number>(outside > 0 ? [[OUTSIDE_ROW, outside]] : []);
  for (const [pc, count] of counts) addCount(rows, findRow(pc), count);
  return rows;
}

const OUTSIDE_ROW: Row = { name: OUTSIDE, isIdle: false };

/** A layer of a program and its system, with its share of the samples. */
export interface LayerShare extends Share {
  readonly layer: Layer;
  readonly samples: number;
}

/** The circumstances in which a program was sampled, and what its shares are of. */
export interface SamplingFacts extends Omit<FlatProfile, 'rows'> {
  /** The program whose functions are shown. */
  readonly elf?: string | undefined;
  /** The register or command that was read, in words. */
  readonly way: string;
  /** The core was stopped for each sample. */
  readonly isHalting: boolean;
  /** The trace unit was off, was on for the samples, and is off again. */
  readonly wasTraceOff: boolean;
  readonly resets: number;
  readonly isIdleOmitted: boolean;
  /** The only address that any sample shows: the core waits there, or its register is stuck. */
  readonly onlyAddress?: number | undefined;
  /** Samples after which another task ran than before them, where tasks were read. */
  readonly switches?: number | undefined;
  /** Sentences about how far the tasks are known. */
  readonly notes?: readonly string[] | undefined;
  /** The benchmark that was executed meanwhile; undefined for a board's own firmware. */
  readonly operation?: string | undefined;
  /** Samples meanwhile that are no part of the operation. */
  readonly leftOut?: { readonly clock: number; readonly agent: number } | undefined;
  /** Its objects are prepared and checked after few executions, and those samples are not left out. */
  readonly isInRounds?: boolean | undefined;
  /** The kernel refused to have itself sampled. */
  readonly isKernelHidden?: boolean | undefined;
}

/** A profile of what ran on a board, flat, or on Linux. */
export interface FirmwareSample extends SamplingFacts, FlatProfile {
  /** The board's id. */
  readonly target: string;
  readonly seconds: number;
  /** Samples per second that were reached. */
  readonly rate: number;
  /** The tasks that ran, where they were sampled too; samples around a switch have a row of their own. */
  readonly tasks?: readonly TaskShare[] | undefined;
  /** Its layers, from the program down. */
  readonly layers?: readonly LayerShare[] | undefined;
}

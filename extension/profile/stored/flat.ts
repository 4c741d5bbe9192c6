import { groupBy, sumNumbers } from '../../base';
import { executionStep } from '../capture';
import { describeCode } from '../code';
import { type Image, writeAddress } from '../image';
import {
  ASLEEP,
  flatProfile,
  inGroups,
  NO_ADDRESS,
  findOnlyAddress,
  OUTSIDE,
  partOfAddress,
  type SampledBatch,
  newSampledProgram,
  type SampledProgram,
  type SamplingFacts,
  samplingRemarks,
  countSwitches,
  formatTaskName,
  type TaskNames,
} from '../sampled';
import { makeSampledPath } from './sampled';
import type { ProfiledOperation, RunProfile } from './stored';

/** Addresses that were sampled while an agent executed an operation, or a board its own firmware. */
export interface NamedAddresses {
  readonly name: string;
  readonly addresses: SampledAddresses;
}

interface SampledAddresses extends Pick<
  SamplingFacts,
  'way' | 'isHalting' | 'wasTraceOff' | 'resets' | 'isInRounds' | 'notes'
> {
  /** In the order of time. */
  readonly batches: readonly SampledBatch[];
  readonly milliseconds: number;
  readonly taskNames?: TaskNames | undefined;
}

interface FlatOptions {
  /** An agent executes benchmarks: what is no part of an operation is left out, and idle samples. */
  readonly isBenchmark: boolean;
  /** The program that the addresses are of, if there is one. */
  readonly elf: string | undefined;
}

/** Makes a profile from sampled addresses, each a path with one instruction. */
export function newFlatRunProfile(
  facts: Pick<RunProfile, 'target' | 'image'>,
  image: Image,
  operations: readonly NamedAddresses[],
  options: FlatOptions,
): RunProfile {
  const program = newSampledProgram(image);
  const counted = operations.map((operation) => countAddresses(operation, program, options));
  const names = new Map([...NAMES, ...counted.flatMap(({ names: own }) => [...own])]);
  const executed = counted.flatMap(({ own }) => own.flatMap(({ stack }) => stack));
  // A line without a sample may have been executed nevertheless.
  const code = { ...describeCode(withNames(image, names), executed.map(writeAddress)), idle: [] };
  const indices = new Map(code.instructions.map(({ address }, index) => [address, index]));
  const sampled = counted.map(({ name, own, sampled: how }): ProfiledOperation => {
    const paths = own.map(({ stack, groups }) => {
      return makeSampledPath(
        stack.map((address) => executionStep(indices.get(address) ?? 0)),
        groups,
      );
    });
    return { name, paths, order: [], sampled: how };
  });
  return { ...facts, problems: image.problems, code, operations: sampled };
}

/** Samples of an address, within a task if that is known. */
interface Hit {
  readonly pc: number;
  readonly stack: readonly number[];
  /** Their number in each group of samples. */
  readonly groups: number[];
}

/** Finds the addresses of an operation among those that were sampled, and describes the sampling. */
function countAddresses(
  { name, addresses: { batches, milliseconds, taskNames = new Map(), ...how } }: NamedAddresses,
  program: SampledProgram,
  { isBenchmark, elf }: FlatOptions,
) {
  const { hits, tasks } = listHits(batches);
  const sum = (of: readonly Hit[] = []) => sumNumbers(of.flatMap(({ groups }) => groups));
  const byPart = groupBy(hits, ({ pc }) => partOfAddress(pc, program, isBenchmark));
  const own = isBenchmark ? (byPart.get('operation') ?? []) : hits;
  const leftOut = { clock: sum(byPart.get('clock')), agent: sum(byPart.get('agent')) };
  const idle = sum(byPart.get('idle'));
  const { unseen, periods } = flatProfile(batches, program, { isBenchmark, omitIdle: isBenchmark });
  const facts = {
    ...how,
    elf,
    samples: sum(own),
    idle,
    unseen,
    periods,
    isIdleOmitted: isBenchmark,
    onlyAddress: findOnlyAddress(batches),
    switches: countSwitches(batches),
    ...(isBenchmark && { operation: name, leftOut }),
  };
  const seconds = milliseconds / 1000;
  const sampled = {
    way: how.way,
    seconds,
    rate: sum(hits) / seconds,
    isFlat: true,
    ...leftOut,
    idle: isBenchmark ? idle : 0,
    remarks: samplingRemarks(facts, true),
  };
  const names = tasks.map((task) => {
    return [addressOfTask(task), `task ${formatTaskName(task, taskNames)}`] as const;
  });
  return { name, own, names, sampled };
}

/** Lists the addresses that were sampled, by the tasks that ran. */
function listHits(batches: readonly SampledBatch[]) {
  const groups = inGroups(batches);
  const hits = new Map<string, Hit>();
  const tasks = new Set(groups.flatMap(({ byTask }) => [...byTask.keys()]));
  const add = (group: number, stack: readonly number[], count: number) => {
    const key = stack.join(' ');
    const pc = stack.at(-1) ?? OUTSIDE_ADDRESS;
    const hit = hits.get(key) ?? { pc, stack, groups: groups.map(() => 0) };
    hit.groups[group] = count;
    hits.set(key, hit);
  };
  groups.forEach(({ counts, outside, byTask }, at) => {
    for (const [task, own] of byTask) {
      for (const [pc, count] of own) add(at, [addressOfTask(task), pc], count);
    }
    for (const [pc, count] of tasks.size > 0 ? [] : counts) add(at, [pc], count);
    if (outside > 0) add(at, [OUTSIDE_ADDRESS], outside);
  });
  return { hits: [...hits.values()], tasks: [...tasks] };
}

/** An address that no code has, for samples whose address is not known. */
const OUTSIDE_ADDRESS = NO_ADDRESS - 1;
const NAMES = new Map([
  [NO_ADDRESS, ASLEEP],
  [OUTSIDE_ADDRESS, OUTSIDE],
]);

/** A task's pointer is no address of code; before the first one, it is zero. */
const addressOfTask = (task: number) => task || OUTSIDE_ADDRESS - 1;

/** Adds names for what is no address of code. */
function withNames(image: Image, names: ReadonlyMap<number, string>): Image {
  return {
    ...image,
    functionAt: (address) => {
      const name = names.get(address);
      if (name === undefined) return image.functionAt(address);
      return { name, from: address, to: address + 1 };
    },
    framesAt: (address) => {
      const name = names.get(address);
      if (name === undefined) return image.framesAt(address);
      return [{ file: '', line: 0, function: { name, file: '', line: 0 } }];
    },
  };
}

import { groupBy } from '../../base';
import { executionStep } from '../capture';
import { describeCode } from '../code';
import { type Image, writeAddress } from '../image';
import {
  ASLEEP,
  inGroups,
  NO_ADDRESS,
  onlyAddressIn,
  OUTSIDE,
  partOfAddress,
  type SampledBatch,
  sampledProgram,
  type SampledProgram,
  samplingRemarks,
} from '../sampled';
import { pathOf } from './sampled';
import type { ProfiledOperation, RunProfile } from './stored';

/** Addresses that were sampled while an agent executed an operation, or a board its own firmware. */
export interface NamedAddresses {
  readonly name: string;
  readonly addresses: {
    /** In the order of time. */
    readonly batches: readonly SampledBatch[];
    readonly milliseconds: number;
    readonly way: string;
    readonly isHalting: boolean;
    readonly wasTraceOff: boolean;
    readonly resets: number;
    readonly isInRounds?: boolean | undefined;
  };
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
  const program = sampledProgram(image);
  const counted = operations.map((operation) => countAddresses(operation, program, options));
  const executed = counted.flatMap(({ own }) => own.map(writeAddress));
  // A line without a sample may have been executed nevertheless.
  const code = { ...describeCode(withSleep(image), executed), idle: [] };
  const indices = new Map(code.instructions.map(({ address }, index) => [address, index]));
  const sampled = counted.map(({ name, own, hitsAt, sampled: how }): ProfiledOperation => {
    const paths = own.map((pc) => pathOf([executionStep(indices.get(pc) ?? 0)], hitsAt(pc)));
    return { name, paths, order: [], sampled: how };
  });
  return { ...facts, problems: image.problems, code, operations: sampled };
}

/** Finds the addresses of an operation among those that were sampled, and describes the sampling. */
function countAddresses(
  { name, addresses: { batches, milliseconds, ...how } }: NamedAddresses,
  program: SampledProgram,
  { isBenchmark, elf }: FlatOptions,
) {
  const groups = inGroups(batches).map(({ counts, outside }) =>
    outside > 0 ? new Map([...counts, [OUTSIDE_ADDRESS, outside]]) : counts,
  );
  const hitsAt = (pc: number) => groups.map((counts) => counts.get(pc) ?? 0);
  const sum = (pcs: readonly number[] = []) =>
    pcs.flatMap(hitsAt).reduce((so, hits) => so + hits, 0);
  const all = [...new Set(groups.flatMap((counts) => [...counts.keys()]))];
  const byPart = groupBy(all, (pc) => partOfAddress(pc, program, isBenchmark));
  const own = isBenchmark ? (byPart.get('operation') ?? []) : all;
  const leftOut = { clock: sum(byPart.get('clock')), agent: sum(byPart.get('agent')) };
  const idle = sum(byPart.get('idle'));
  const facts = {
    ...how,
    elf,
    samples: sum(own),
    idle,
    isIdleOmitted: isBenchmark,
    onlyAddress: onlyAddressIn(batches),
    ...(isBenchmark && { operation: name, leftOut }),
  };
  const seconds = milliseconds / 1000;
  const sampled = {
    way: how.way,
    seconds,
    rate: sum(all) / seconds,
    isFlat: true,
    ...leftOut,
    idle: isBenchmark ? idle : 0,
    remarks: samplingRemarks(facts, true),
  };
  return { name, own, hitsAt, sampled };
}

/** An address that no code has, for samples whose address is not known. */
const OUTSIDE_ADDRESS = NO_ADDRESS - 1;
const NAMES = new Map([
  [NO_ADDRESS, ASLEEP],
  [OUTSIDE_ADDRESS, OUTSIDE],
]);

/** Adds names for what is no address. */
function withSleep(image: Image): Image {
  return {
    ...image,
    functionAt: (address) => {
      const name = NAMES.get(address);
      if (name === undefined) return image.functionAt(address);
      return { name, from: address, to: address + 1 };
    },
    framesAt: (address) => {
      const name = NAMES.get(address);
      if (name === undefined) return image.framesAt(address);
      return [{ file: '', line: 0, function: { name, file: '', line: 0 } }];
    },
  };
}

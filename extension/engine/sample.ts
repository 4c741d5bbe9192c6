import { readFile } from 'node:fs/promises';
import { MACHINE_ARM, normalPath } from '../agent';
import { unreadableError, EngineError } from '../base';
import {
  type FirmwareSample,
  flatProfile,
  newProgramParts,
  openImage,
  type SampledProgram,
  sampledProgram,
  stackProfile,
} from '../profile';
import {
  type BoardSetup,
  sampleBoard,
  sampleCountOf,
  type SampledPcs,
  type SampleOptions,
} from '../targets';
import {
  onceFree,
  type RunContext,
  type RunListeners,
  type RunSpec,
  sampleOperation,
  type SamplingOptions,
} from './run';

/** Firmware to sample, as values only. */
export interface SampleOrder {
  readonly board: BoardSetup;
  /** The ELF file of what runs; without it, addresses are shown. */
  readonly elf?: string | undefined;
  readonly seconds: number;
  readonly allowHalt?: boolean | undefined;
  readonly omitIdle?: boolean | undefined;
  /** The time to wait for a probe that is in use; by default it is refused at once. */
  readonly waitSeconds?: number | undefined;
}

/** Takes a flat profile of whatever runs on a board. */
export async function sampleFirmware(
  { board, elf, seconds, allowHalt, omitIdle = false, waitSeconds }: SampleOrder,
  {
    onWaiting,
    ...options
  }: Pick<SampleOptions, 'signal' | 'log' | 'onProgress'> & Pick<RunListeners, 'onWaiting'>,
): Promise<FirmwareSample> {
  const program = elf === undefined ? undefined : await readProgram(elf);
  const wanted = { ...options, seconds, allowHalt, wordOf: program?.wordAt };
  const sampled = await onceFree(() => sampleBoard(board, wanted), {
    waitSeconds,
    signal: options.signal,
    onMessage: options.log.info,
    onWaiting,
  });
  return addUp(sampled, { target: board.id, elf, program, omitIdle });
}

interface Firmware {
  readonly target: string;
  readonly elf: string | undefined;
  readonly program: SampledProgram | undefined;
  readonly omitIdle: boolean;
  /** The benchmark that was executed, so that other work of the agent is left out. */
  readonly operation?: string | undefined;
  readonly isInRounds?: boolean | undefined;
}

/** The flat profile of the addresses that were sampled on a board. */
function addUp(
  { batches, milliseconds, different, ...how }: SampledPcs,
  { program, omitIdle, ...firmware }: Firmware,
): FirmwareSample {
  const { elf, operation } = firmware;
  if (different.length > 0 && elf !== undefined) throw otherProgram(elf, different);
  const leftOutAs = operation === undefined ? undefined : agentsOwn;
  const samples = batches.reduce((sum, batch) => sum + sampleCountOf(batch), 0);
  return {
    ...flatProfile(batches, program, { omitIdle, leftOutAs }),
    ...how,
    ...firmware,
    seconds: milliseconds / 1000,
    rate: (samples * 1000) / milliseconds,
    isIdleOmitted: omitIdle,
    onlyAddress: onlyAddressIn(batches),
  };
}

/** The address of all samples, if they have one. */
function onlyAddressIn(batches: Parameters<typeof flatProfile>[0]): number | undefined {
  const addresses = new Set(batches.flatMap(({ counts }) => [...counts.keys()]));
  const isAll = batches.every(({ outside = 0 }) => outside === 0);
  return isAll && addresses.size === 1 ? [...addresses][0] : undefined;
}

/** Samples a benchmark: flat on a board; on Linux with what it calls in the C library and in the kernel. */
export async function sampleBenchmark(
  spec: RunSpec,
  options: SamplingOptions,
  context: RunContext,
): Promise<FirmwareSample> {
  const sampled = await sampleOperation(spec, options, context);
  const { target, operation, image } = sampled;
  const elf = image.path;
  if ('addresses' in sampled) {
    const { program, pcs, isInRounds } = sampled.addresses;
    return addUp(pcs, { target, operation, elf, program, omitIdle: true, isInRounds });
  }
  const { stacks, event, ...found } = sampled.stacks;
  return {
    ...stackProfile(stacks, newProgramParts(openImage(image.elf))),
    ...found,
    target,
    operation,
    elf,
    rate: stacks.length / found.seconds,
    way: `perf's event ${event}`,
    isHalting: false,
    wasTraceOff: false,
    resets: 0,
    isIdleOmitted: false,
  };
}

/** Sources with which an agent prepares, reads the clock and sends values, between executions. */
const AGENTS_OWN =
  /(?:^|\/)(?:target-agent\/(?:core\/|boards\/|parts\/(?:systemview|uart)\/|ports\/[^/]+\/(?:port|start|stream|uart)\.c$)|SEGGER_\w+\.c$)/;
const CLOCKS = /(?:^|\/)target-agent\/clocks\//;

function agentsOwn(file: string): 'clock' | 'agent' | undefined {
  const path = normalPath(file);
  if (CLOCKS.test(path)) return 'clock';
  return AGENTS_OWN.test(path) ? 'agent' : undefined;
}

async function readProgram(path: string): Promise<SampledProgram> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadableError(path, error);
  });
  const image = openImage(bytes);
  const { machine, problems } = image.elf;
  if (machine === MACHINE_ARM) return sampledProgram(image);
  throw new EngineError(
    'unreadable',
    `${path} is not an Arm microcontroller program${problems.map((problem) => `: ${problem}`).join('')}.`,
    'Name the ELF file of the firmware that runs on the board.',
  );
}

function otherProgram(elf: string, different: readonly number[]): EngineError {
  const places = different.slice(0, 3).map((address) => `0x${address.toString(16)}`);
  return new EngineError(
    'unreadable',
    `The board is not running ${elf}: the instructions differ at ${places.join(', ')}.`,
    'Name the ELF file of the firmware that runs, or leave it out to see addresses.',
  );
}

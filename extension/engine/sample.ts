import { readFile } from 'node:fs/promises';
import { MACHINE_ARM } from '../agent';
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
import { type BoardSetup, sampleBoard, type SampleOptions } from '../targets';
import { onceFree, type RunContext, type RunListeners, type RunSpec, sampleOperation } from './run';

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
  const { batches, milliseconds, different, ...how } = await onceFree(
    () => sampleBoard(board, wanted),
    { waitSeconds, signal: options.signal, onMessage: options.log.info, onWaiting },
  );
  if (different.length > 0 && elf !== undefined) throw otherProgram(elf, different);
  const whole = flatProfile(batches, program);
  return {
    ...(omitIdle ? flatProfile(batches, program, { omitIdle }) : whole),
    ...how,
    target: board.id,
    elf,
    seconds: milliseconds / 1000,
    rate: (whole.samples * 1000) / milliseconds,
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

/** Samples a benchmark on Linux, and what it calls in the C library and in the kernel. */
export async function sampleBenchmark(
  spec: RunSpec,
  seconds: number,
  context: RunContext,
): Promise<FirmwareSample> {
  const { stacks, event, image, ...found } = await sampleOperation(spec, seconds, context);
  return {
    ...stackProfile(stacks, newProgramParts(openImage(image.elf))),
    ...found,
    elf: image.path,
    rate: stacks.length / seconds,
    way: `perf's event ${event}`,
    isHalting: false,
    wasTraceOff: false,
    resets: 0,
    isIdleOmitted: false,
  };
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

import { readFile } from 'node:fs/promises';
import { type Elf, MACHINE_ARM } from '../agent';
import { unreadableError, EngineError } from '../base';
import {
  type FirmwareSample,
  flatProfile,
  newProgramParts,
  findOnlyAddress,
  openImage,
  type SampledProgram,
  newSampledProgram,
  shareTasks,
  countSwitches,
  stackProfile,
} from '../profile';
import {
  type BoardSetup,
  type FirmwareRecorder,
  sampleBoard,
  countBatchSamples,
  type SampledPcs,
  type SampleOptions,
  type TaskVariable,
} from '../targets';
import { writeFirmwareProfile } from './profile';
import {
  onceFree,
  refuseOtherProgram,
  type RunContext,
  type RunListeners,
  type RunSpec,
  sampleOperation,
  type SamplingOptions,
} from './run';

/** Firmware to sample, as values only. */
export interface SampleRequest {
  readonly board: BoardSetup;
  /** The ELF file of what runs; without it, addresses are shown. */
  readonly elf?: string | undefined;
  readonly seconds: number;
  readonly allowHalt?: boolean | undefined;
  readonly omitIdle?: boolean | undefined;
  /** A folder that its profile is stored in as well. */
  readonly folder?: string | undefined;
  /** The time to wait for a probe that is in use; by default it is refused at once. */
  readonly waitSeconds?: number | undefined;
}

/** Takes a flat profile of whatever runs on a board. */
export async function sampleFirmware(
  { board, elf, seconds, allowHalt, omitIdle = false, folder, waitSeconds }: SampleRequest,
  {
    onWaiting,
    ...options
  }: Pick<SampleOptions, 'signal' | 'log' | 'onProgress'> & Pick<RunListeners, 'onWaiting'>,
): Promise<FirmwareSample> {
  const image = elf === undefined ? undefined : await readProgram(elf);
  const program = image && newSampledProgram(image.opened);
  const task = image && findTaskVariable(image.opened.elf);
  const recorder = image && findRecorder(image.opened.elf);
  const wanted = { ...options, seconds, allowHalt, task, recorder, findWord: program?.wordAt };
  const found = await onceFree(() => sampleBoard(board, wanted), {
    waitSeconds,
    signal: options.signal,
    onMessage: options.log.info,
    onWaiting,
  });
  const taskNames = image && new Map([...dataNames(image.opened.elf), ...(found.taskNames ?? [])]);
  const sampled = { ...found, taskNames };
  const sample = addUp(sampled, { target: board.id, elf, program, omitIdle });
  if (folder !== undefined) {
    const { id: target, title: name } = board;
    await writeFirmwareProfile(folder, { target, name, elf: image, addresses: sampled });
  }
  return sample;
}

interface Firmware {
  readonly target: string;
  readonly elf: string | undefined;
  readonly program: SampledProgram | undefined;
  readonly omitIdle: boolean;
  /** The benchmark that was executed, so that other work of the agent is left out. */
  readonly operation?: string | undefined;
}

/** The flat profile of the addresses that were sampled on a board. */
function addUp(
  { batches, milliseconds, different, taskNames, ...how }: SampledPcs,
  { program, omitIdle, ...firmware }: Firmware,
): FirmwareSample {
  if (firmware.elf !== undefined) refuseOtherProgram(firmware.elf, different);
  const isBenchmark = firmware.operation !== undefined;
  const samples = batches.reduce((sum, batch) => sum + countBatchSamples(batch), 0);
  return {
    ...flatProfile(batches, program, { omitIdle, isBenchmark }),
    ...how,
    ...firmware,
    seconds: milliseconds / 1000,
    rate: (samples * 1000) / milliseconds,
    isIdleOmitted: omitIdle,
    onlyAddress: findOnlyAddress(batches),
    tasks: shareTasks(batches, taskNames),
    switches: countSwitches(batches),
  };
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
    const program = newSampledProgram(openImage(image.elf));
    return addUp(sampled.addresses, { target, operation, elf, program, omitIdle: true });
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

/** The name of a task in FreeRTOS's control block, behind two list items and three words. */
const FREERTOS_NAME = 52;
/** The thread that runs in Zephyr's structure for a processor, behind two words. */
const ZEPHYR_CURRENT = 8;

/** Finds where the kernel of a program keeps the task that runs. */
function findTaskVariable({ symbols }: Elf): TaskVariable | undefined {
  const freertos = symbols.get('pxCurrentTCB');
  if (freertos) return { name: 'pxCurrentTCB', address: freertos.value, nameOffset: FREERTOS_NAME };
  const zephyr = symbols.get('_kernel');
  return zephyr && { name: '_kernel.current', address: zephyr.value + ZEPHYR_CURRENT };
}

/** Finds SEGGER's RTT and, by its buffers, SystemView in a program. */
function findRecorder({ symbols }: Elf): FirmwareRecorder | undefined {
  const [block, up, down] = ['_SEGGER_RTT', '_UpBuffer', '_DownBuffer'].map(
    (name) => symbols.get(name)?.value,
  );
  if (block === undefined) return undefined;
  return { block, up, down, isLinked: symbols.has('SEGGER_SYSVIEW_Start') };
}

/** The names of data by their addresses: those of statically allocated tasks. */
const dataNames = ({ symbols }: Elf): ReadonlyMap<number, string> =>
  new Map(Array.from(symbols, ([name, { value }]) => [value, name]));

async function readProgram(path: string) {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadableError(path, error);
  });
  const opened = openImage(bytes);
  const { machine, problems } = opened.elf;
  if (machine === MACHINE_ARM) return { path, bytes, opened };
  throw new EngineError(
    'unreadable',
    `${path} is not an Arm microcontroller program${problems.map((problem) => `: ${problem}`).join('')}.`,
    'Name the ELF file of the firmware that runs on the board.',
  );
}
